package dev.nacoscapacity.bench;

import dev.nacoscapacity.calibration.engines.SustainedMain;
import dev.nacoscapacity.calibration.process.Jvm;
import dev.nacoscapacity.core.calibration.Ceiling;
import dev.nacoscapacity.core.stats.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Starts each program so that all send the same requests to the same server. */
final class Clients {

  private static final int CONNECTIONS = 100;

  /** The default connections of a fleet of 35,000 instances. */
  private static final int PACED_CONNECTIONS = 700;

  /**
   * 400 services with the 88 instances that nginx lists, so that lists match the expected state.
   */
  private static final int PACED_INSTANCES = 35_200;

  private static final int GENERATOR_INSTANCES = 8_800;

  static final int BEAT_SECONDS = 5;

  /** Longer than any measurement, for clients with a fixed duration. */
  private static final Duration LONG = Duration.ofMinutes(5);

  /** The JVM options of JMeter's own launcher. */
  private static final List<String> JMETER_GC = List.of("-XX:+UseG1GC", "-XX:MaxGCPauseMillis=100");

  private static final String SMALL = "-Xmx128m";

  private final int port;
  private final Path directory;
  private final Path jmeterHome;

  Clients(int port, Path directory, Path jmeterHome) {
    this.port = port;
    this.directory = directory;
    this.jmeterHome = jmeterHome;
  }

  Client driver(Operation operation) {
    return new Client(
        "driver alone",
        command(SMALL, DriverLoop.class.getName(), port, CONNECTIONS, operation.name()));
  }

  Client codec(Operation operation) {
    return new Client(
        "Netty codec",
        command(SMALL, CodecLoop.class.getName(), port, CONNECTIONS, operation.name()));
  }

  /** The engine of a run with beats only, at the highest rate that it sustains. */
  Client generator(Stopwatch.Timing timing) {
    return new Client(
        "generator",
        command(SMALL, SustainedMain.class.getName()),
        new SustainedMain.RateSearch(
            Ceiling.HTTP,
            port,
            CONNECTIONS,
            GENERATOR_INSTANCES,
            SustainedMain.CallMix.BEATS,
            timing.searchWarmUpSeconds(),
            timing.searchAttemptSeconds()));
  }

  /** 7,040 beats and 3,520 lists a second. */
  Client paced() {
    return new Client(
        "generator, paced",
        command(SMALL, PacedLoad.class.getName(), port, PACED_CONNECTIONS, PACED_INSTANCES));
  }

  /** A fleet with a number of instances and a heap size. */
  Client fleet(int instances, String heap) {
    return new Client(
        "fleet",
        command("-Xmx" + heap, PacedLoad.class.getName(), port, PACED_CONNECTIONS, instances));
  }

  /** Only the engine of the fleet, with the heap for a million instances. */
  static Client million() {
    return new Client(
        "a million instances",
        command("-Xmx512m", ScheduleMemory.class.getName(), 500_000, 1_000_000));
  }

  private static List<String> command(String heap, String main, Object... arguments) {
    return Jvm.own(heap)
        .command(
            System.getProperty("java.class.path"),
            main,
            Stream.of(arguments).map(Object::toString).toArray(String[]::new));
  }

  Client wrk(Operation operation) throws IOException {
    Path script = directory.resolve(operation.label() + ".lua");
    Files.writeString(script, Request.of(operation, port).toWrkScript());
    return new Client(
        "wrk",
        List.of(
            "wrk",
            "--threads=1",
            "--connections=" + CONNECTIONS,
            "--duration=" + LONG.toSeconds() + "s",
            "--script=" + script,
            "http://127.0.0.1:" + port));
  }

  Client jmeter(Operation operation) throws IOException {
    List<String> options =
        List.of("-Xms1g", "-Xmx1g", "-XX:MaxMetaspaceSize=256m", "-XX:G1ReservePercent=20");
    String plan =
        Request.of(operation, port).toJmeterPlan(port, CONNECTIONS, Duration.ZERO, LONG, null);
    return jmeter("JMeter", operation.label() + ".jmx", plan, options);
  }

  /** JMeter with a thread for each user, one beat per user and period, and a heap size. */
  Client users(int users, Duration ramp, String heap) throws IOException {
    String plan =
        Request.of(Operation.BEAT, port).toJmeterPlan(port, users, ramp, LONG, 60 / BEAT_SECONDS);
    return jmeter("JMeter users", "users.jmx", plan, List.of("-Xmx" + heap));
  }

  private Client jmeter(String name, String file, String plan, List<String> options)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(Jvm.own().java().toString()));
    command.addAll(options);
    command.addAll(JMETER_GC);
    command.addAll(
        List.of(
            "-jar",
            jmeterHome.resolve("bin/ApacheJMeter.jar").toString(),
            "--nongui",
            "--testfile",
            Files.writeString(directory.resolve(file), plan).toString(),
            "--jmeterlogfile",
            directory.resolve(file + ".log").toString()));
    return new Client(name, command);
  }
}
