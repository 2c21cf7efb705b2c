package dev.nacoscapacity.bench;

import dev.nacoscapacity.reports.stats.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** How each program is started, so that all send the same requests to the same server. */
final class Clients {

  private static final int CONNECTIONS = 100;

  /** What a fleet of 35,000 instances has by default. */
  private static final int PACED_CONNECTIONS = 700;

  /** In 400 services of the 88 instances that nginx lists, so that nothing is looked into. */
  private static final int PACED_INSTANCES = 35_200;

  private static final int GENERATOR_INSTANCES = 8_800;

  static final int BEAT_SECONDS = 5;

  /** Longer than any measurement: for clients that want to be told when to end. */
  private static final Duration LONG = Duration.ofMinutes(5);

  /** What the launcher that JMeter ships sets. */
  private static final List<String> JMETER_OPTIONS =
      List.of(
          "-Xms1g",
          "-Xmx1g",
          "-XX:MaxMetaspaceSize=256m",
          "-XX:+UseG1GC",
          "-XX:MaxGCPauseMillis=100",
          "-XX:G1ReservePercent=20");

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private final int port;
  private final Path directory;
  private final Path jmeterHome;

  Clients(int port, Path directory, Path jmeterHome) {
    this.port = port;
    this.directory = directory;
    this.jmeterHome = jmeterHome;
  }

  Client driver(Operation operation) {
    return java(
        "driver alone", "dev.nacoscapacity.bench.GeneratorLoop", CONNECTIONS, operation.name());
  }

  /** A run's engine with beats alone, at the highest rate that it keeps. */
  Client generator(Timing.Search search) {
    return new Client(
        "generator",
        command(
            "dev.nacoscapacity.calibration.engines.SustainedMain",
            "http",
            Integer.toString(port),
            Integer.toString(CONNECTIONS),
            Integer.toString(GENERATOR_INSTANCES),
            "BEATS",
            Integer.toString(search.warmUpSeconds()),
            Integer.toString(search.attemptSeconds()),
            "1"),
        "warm");
  }

  Client codec(Operation operation) {
    return java("Netty codec", "dev.nacoscapacity.bench.CodecLoop", CONNECTIONS, operation.name());
  }

  /** 7,040 beats and 3,520 lists a second. */
  Client paced() {
    return java(
        "generator, paced",
        "dev.nacoscapacity.bench.PacedLoad",
        PACED_CONNECTIONS,
        Integer.toString(PACED_INSTANCES));
  }

  /** A fleet of this size, in a heap of this size. */
  Client fleet(int instances, String heap) {
    return new Client(
        "fleet",
        List.of(
            JAVA,
            "-XX:+UseSerialGC",
            "-Xmx" + heap,
            "-cp",
            System.getProperty("java.class.path"),
            "dev.nacoscapacity.bench.PacedLoad",
            Integer.toString(port),
            Integer.toString(PACED_CONNECTIONS),
            Integer.toString(instances)));
  }

  /** A thread for each user, each of which beats once a period, in a heap of this size. */
  Client users(int users, Duration ramp, String heap) throws IOException {
    Path plan = directory.resolve("users.jmx");
    Request beat = RequestCapture.of(Operation.BEAT, port);
    Files.writeString(
        plan,
        JmeterPlan.users(beat, port, users, ramp.toSeconds(), LONG.toSeconds(), BEAT_SECONDS));
    List<String> command =
        new ArrayList<>(List.of(JAVA, "-Xmx" + heap, "-XX:+UseG1GC", "-XX:MaxGCPauseMillis=100"));
    command.addAll(jmeter(plan, directory.resolve("users.log")));
    return new Client("JMeter users", command);
  }

  private List<String> jmeter(Path plan, Path log) {
    return List.of(
        "-jar",
        jmeterHome.resolve("bin/ApacheJMeter.jar").toString(),
        "--nongui",
        "--testfile",
        plan.toString(),
        "--jmeterlogfile",
        log.toString());
  }

  /** The fleet's engine and nothing else, in the heap that a million instances may take. */
  static Client million() {
    return new Client(
        "a million instances",
        List.of(
            JAVA,
            "-XX:+UseSerialGC",
            "-Xmx512m",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.nacoscapacity.bench.ScheduleMemory",
            "500000",
            "1000000"));
  }

  private Client java(String name, String main, int connections, String more) {
    return new Client(
        name, command(main, Integer.toString(port), Integer.toString(connections), more));
  }

  private static List<String> command(String main, String... arguments) {
    Stream<String> java =
        Stream.of(
            JAVA,
            "-XX:+UseSerialGC",
            "-Xmx128m",
            "-cp",
            System.getProperty("java.class.path"),
            main);
    return Stream.concat(java, Stream.of(arguments)).toList();
  }

  Client wrk(Operation operation) throws IOException {
    Path script = directory.resolve(operation.label() + ".lua");
    Files.writeString(script, RequestCapture.of(operation, port).toWrkScript());
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
    Path plan = directory.resolve(operation.label() + ".jmx");
    Request request = RequestCapture.of(operation, port);
    Files.writeString(plan, JmeterPlan.of(request, port, CONNECTIONS, LONG.toSeconds()));
    List<String> command = new ArrayList<>(List.of(JAVA));
    command.addAll(JMETER_OPTIONS);
    command.addAll(jmeter(plan, directory.resolve("jmeter-own.log")));
    return new Client("JMeter", command);
  }
}
