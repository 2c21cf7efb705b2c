package dev.nacoscapacity.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.stats.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Starts each program so that all send the same requests to the same server.
 *
 * @param port of the server
 * @param directory for scripts and plans
 */
record BenchClients(int port, Path directory) {

  private static final int CONNECTIONS = 100;

  /** The default connections of a fleet of 35,000 instances. */
  private static final int PACED_CONNECTIONS = 700;

  /**
   * 400 services with the 88 instances that nginx lists, so that lists match the expected state.
   */
  private static final int PACED_INSTANCES = 35_200;

  /** Calls a second of these instances. */
  static final int PACE = PACED_INSTANCES / 5 + PACED_INSTANCES / 10;

  private static final int GENERATOR_INSTANCES = 8_800;

  /** Longer than any measurement, for clients with a fixed duration. */
  private static final int LONG_SECONDS = 300;

  private static final String SMALL = "128m";

  /**
   * A program to measure.
   *
   * @param name for the tables
   * @param command starts the program, which runs until it is stopped
   * @param searches whether it first searches its highest rate, and answers with it
   * @param p99 of its calls, as it says itself once it has ended
   */
  record Client(String name, List<String> command, boolean searches, P99 p99) {

    private Client(String name, List<String> command) {
      this(name, command, false, () -> Double.NaN);
    }

    private Client(String name, List<String> command, P99 p99) {
      this(name, command, false, p99);
    }
  }

  /** Reads a percentile that a program has written. */
  interface P99 {
    double milliseconds() throws IOException, InterruptedException;
  }

  Client driver(Operation operation) {
    return new Client(
        "driver alone", command(SMALL, ClosedLoop.class, port, operation, CONNECTIONS));
  }

  Client codec(Operation operation) {
    return new Client("Netty codec", command(SMALL, CodecLoop.class, port, CONNECTIONS, operation));
  }

  /** The engine of a run with beats only, at the highest rate that it keeps. */
  Client generator(Stopwatch.Timing timing) {
    return new Client(
        "generator",
        command(
            SMALL,
            PacedEngine.class,
            port,
            CONNECTIONS,
            GENERATOR_INSTANCES,
            timing.searchWarmUp(),
            timing.searchAttempt()),
        true,
        () -> Double.NaN);
  }

  /** All that pace: 7,040 beats and 3,520 lists a second, for {@link PeerBench#SECONDS}. */
  List<Client> paced() throws IOException {
    return List.of(fleet(), vegeta(), k6(), pacedJmeter());
  }

  private Client fleet() {
    List<String> command =
        command(
            SMALL, PacedLoad.class, port, PACED_CONNECTIONS, PACED_INSTANCES, PeerBench.SECONDS);
    return new Client(
        "fleet",
        command,
        () -> Double.parseDouble(lastLine("fleet").substring(PacedLoad.P99.length())));
  }

  private Client vegeta() throws IOException {
    StringBuilder targets = new StringBuilder();
    mix().forEach(request -> targets.append(request.toVegetaTarget()).append('\n'));
    Files.writeString(directory.resolve("targets"), targets);
    List<String> command = new ArrayList<>(List.of("vegeta", "attack", "-targets=targets"));
    command.addAll(List.of("-rate=" + PACE, "-duration=" + PeerBench.SECONDS + "s"));
    command.addAll(
        List.of("-connections=" + PACED_CONNECTIONS, "-max-connections=" + PACED_CONNECTIONS));
    command.addAll(List.of("-max-body=0", "-output=vegeta.bin"));
    List<String> report = List.of("vegeta", "report", "-type=json", "vegeta.bin");
    return new Client(
        "vegeta",
        command,
        () -> {
          List<String> json =
              Peer.start("vegeta report", BenchCommand.CLIENT_CORE, directory, report).await();
          return figure(String.join("", json), "/latencies/99th") / 1e6;
        });
  }

  private Client k6() throws IOException {
    List<BenchRequest> mix = mix();
    StringBuilder cases = new StringBuilder();
    for (int i = 0; i < mix.size(); i++) {
      cases.append("    case %d: %s break;\n".formatted(i, mix.get(i).toK6Statement()));
    }
    Files.writeString(
        directory.resolve("k6.js"),
        """
        import http from 'k6/http';
        import exec from 'k6/execution';
        export const options = {
          discardResponseBodies: true,
          summaryTrendStats: ['p(99)'],
          scenarios: {fleet: {executor: 'constant-arrival-rate', rate: %d, duration: '%ds',
            preAllocatedVUs: %d, gracefulStop: '5s'}},
        };
        export default function () {
          switch (exec.scenario.iterationInTest %% %d) {
        %s  }
        }
        """
            .formatted(PACE, PeerBench.SECONDS, PACED_CONNECTIONS, mix.size(), cases));
    return new Client(
        "k6",
        List.of("k6", "run", "--quiet", "--no-usage-report", "--summary-export=k6.json", "k6.js"),
        () ->
            figure(
                Files.readString(directory.resolve("k6.json")),
                "/metrics/http_req_duration/p(99)"));
  }

  /** With as many threads as the others have connections. */
  private Client pacedJmeter() throws IOException {
    Path samples = directory.resolve("JMeter.csv");
    Files.deleteIfExists(samples);
    List<String> command = jmeter(mix(), PACED_CONNECTIONS, 60 * PACE, PeerBench.SECONDS);
    command.addAll(
        List.of("-l", samples.toString(), "-Jjmeter.save.saveservice.output_format=csv"));
    return new Client(
        "JMeter",
        command,
        () -> {
          try (Stream<String> lines = Files.lines(samples)) {
            double[] elapsed =
                lines
                    .skip(1)
                    .mapToDouble(line -> Double.parseDouble(line.split(",", 3)[1]))
                    .toArray();
            return Spread.quantile(elapsed, 0.99);
          } finally {
            // JMeter would add the next round's.
            Files.delete(samples);
          }
        });
  }

  private List<BenchRequest> mix() throws IOException {
    BenchRequest beat = BenchRequest.of(Operation.BEAT, port);
    return List.of(beat, beat, BenchRequest.of(Operation.LIST, port));
  }

  private String lastLine(String name) throws IOException {
    List<String> lines = Files.readAllLines(directory.resolve(name + ".log"));
    return lines.get(lines.size() - 1);
  }

  private static double figure(String json, String pointer) throws IOException {
    return new ObjectMapper().readTree(json).requiredAt(pointer).doubleValue();
  }

  /** Only the engine of the fleet, with the heap for a million instances. */
  static Client million() {
    return new Client(
        "a million instances", command("512m", ScheduleMemory.class, 500_000, 1_000_000));
  }

  private static List<String> command(String heap, Class<?> main, Object... arguments) {
    return Jvm.own("-Xmx" + heap)
        .command(main, Stream.of(arguments).map(Object::toString).toArray(String[]::new));
  }

  Client wrk(Operation operation) throws IOException {
    Path script = directory.resolve(operation.label() + ".lua");
    Files.writeString(script, BenchRequest.of(operation, port).toWrkScript());
    return new Client(
        "wrk",
        List.of(
            "wrk",
            "-t1",
            "-c" + CONNECTIONS,
            "-d" + LONG_SECONDS + "s",
            "--script=" + script,
            "http://127.0.0.1:" + port));
  }

  Client jmeter(Operation operation) throws IOException {
    List<BenchRequest> requests = List.of(BenchRequest.of(operation, port));
    return new Client("JMeter", jmeter(requests, CONNECTIONS, Long.MAX_VALUE, LONG_SECONDS));
  }

  /** With the heap and the collector of JMeter's own launcher. */
  private List<String> jmeter(
      List<BenchRequest> requests, int threads, long callsAMinute, int seconds) throws IOException {
    Path plan = directory.resolve("JMeter.jmx");
    Files.writeString(plan, BenchRequest.toJmeterPlan(requests));
    List<String> command = new ArrayList<>(List.of(Jvm.JAVA.toString(), "-Xms1g", "-Xmx1g"));
    command.addAll(List.of("-XX:MaxMetaspaceSize=256m", "-XX:G1ReservePercent=20"));
    command.addAll(List.of("-XX:+UseG1GC", "-XX:MaxGCPauseMillis=100"));
    command.addAll(List.of("-jar", BenchCommand.jmeter().toString(), "-n", "-t", plan.toString()));
    command.addAll(List.of("-j", plan + ".log", "-Jport=" + port, "-Jduration=" + seconds));
    command.addAll(List.of("-Jthreads=" + threads, "-Jpace=" + callsAMinute));
    return command;
  }
}
