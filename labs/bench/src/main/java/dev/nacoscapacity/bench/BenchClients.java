package dev.nacoscapacity.bench;

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
   */
  record Client(String name, List<String> command, boolean searches) {

    private Client(String name, List<String> command) {
      this(name, command, false);
    }
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
        true);
  }

  /** 7,040 beats and 3,520 lists a second. */
  Client paced() {
    return new Client(
        "generator, paced",
        command(SMALL, PacedLoad.class, port, PACED_CONNECTIONS, PACED_INSTANCES));
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

  /** With the heap and the collector of JMeter's own launcher. */
  Client jmeter(Operation operation) throws IOException {
    Path plan = directory.resolve("JMeter.jmx");
    Files.writeString(plan, BenchRequest.of(operation, port).toJmeterPlan());
    List<String> command = new ArrayList<>(List.of(Jvm.JAVA.toString(), "-Xms1g", "-Xmx1g"));
    command.addAll(List.of("-XX:MaxMetaspaceSize=256m", "-XX:G1ReservePercent=20"));
    command.addAll(List.of("-XX:+UseG1GC", "-XX:MaxGCPauseMillis=100"));
    command.addAll(List.of("-jar", BenchCommand.jmeter().toString(), "-n", "-t", plan.toString()));
    command.addAll(List.of("-j", plan + ".log", "-Jport=" + port, "-Jduration=" + LONG_SECONDS));
    command.add("-Jthreads=" + CONNECTIONS);
    return new Client("JMeter", command);
  }
}
