package dev.nacoscapacity.bench;

import dev.nacoscapacity.bench.BenchClients.Client;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs clients against the server one after another, and measures each one. */
final class Stopwatch {

  private static final int FIRST_REQUEST_SECONDS = 60;
  private static final int UNDER_LOAD = 100;

  private final Nginx nginx;
  private final Path directory;
  private final Timing timing;

  /**
   * Durations of the benchmark, in seconds.
   *
   * @param rounds number of rounds; every client is measured once in each
   * @param warmUp from the first request of each client; not measured, since a JVM is slow at first
   * @param searchWarmUp part of the warm-up in which the generator stays at its first rate
   * @param searchAttempt part of the warm-up for each further rate that the generator tries
   * @param measured time after the warm-up
   */
  record Timing(int rounds, int warmUp, int searchWarmUp, int searchAttempt, int measured) {

    static final Timing FULL = new Timing(3, 60, 15, 3, 10);
    static final Timing QUICK = new Timing(1, 25, 5, 1, 4);
  }

  /**
   * The figures of a client between the end of its warm-up and the end of the measurement.
   *
   * @param requests counted by the server
   * @param used by the client's process
   * @param warming requests per CPU-second in the second half relative to the first half; a value
   *     well above 1 means that the warm-up was too short
   */
  record Measurement(long requests, Reading used, double warming) {

    double requestsPerCpuSecond() {
      return requests / used.cpuSeconds();
    }

    double cpuMicrosPerRequest() {
      return 1e6 * used.cpuSeconds() / requests;
    }

    double requestsPerSecond() {
      return requests / used.seconds();
    }
  }

  Stopwatch(Nginx nginx, Path directory, Timing timing) {
    this.nginx = nginx;
    this.directory = directory;
    this.timing = timing;
  }

  /** Measures each client in each round, so that a disturbance affects all clients. */
  Map<String, List<Measurement>> measure(Client... clients)
      throws IOException, InterruptedException {
    Map<String, List<Measurement>> measured = new LinkedHashMap<>();
    for (int round = 1; round <= timing.rounds; round++) {
      for (Client client : clients) {
        Measurement measurement = measure(client);
        System.err.printf(
            "round %d of %d: %s %,.0f requests/CPU-s, %,.0f/s%n",
            round,
            timing.rounds,
            client.name(),
            measurement.requestsPerCpuSecond(),
            measurement.requestsPerSecond());
        measured.computeIfAbsent(client.name(), name -> new ArrayList<>()).add(measurement);
      }
    }
    return measured;
  }

  /** Runs a client that ends by itself, and returns the last line of its output. */
  String await(Client client) throws IOException, InterruptedException {
    try (Peer process = start(client)) {
      process.await();
      return process.lastLine();
    }
  }

  private Peer start(Client client) throws IOException {
    return Peer.start(client.name(), BenchCommand.CLIENT_CORE, directory, client.command());
  }

  private Measurement measure(Client client) throws IOException, InterruptedException {
    return measure(client, process -> {});
  }

  /** What is done with a client after it was measured, before it is stopped. */
  interface Afterwards {
    void with(Peer process) throws IOException, InterruptedException;
  }

  /** Measures a client once. */
  Measurement measure(Client client, Afterwards afterwards)
      throws IOException, InterruptedException {
    long before = nginx.requests();
    try (Peer process = start(client)) {
      awaitFirstRequests(client, process, before);
      Thread.sleep(TimeUnit.SECONDS.toMillis(timing.warmUp));
      if (client.searches()) {
        process.answer(Double.class);
      }
      long requestsAtBegin = nginx.requests();
      Reading begin = process.read();
      Thread.sleep(timing.measured * 500L);
      long requestsAtHalf = nginx.requests();
      Reading half = process.read();
      Thread.sleep(timing.measured * 500L);
      long requestsAtEnd = nginx.requests();
      Reading end = process.read();
      double firstHalf = (requestsAtHalf - requestsAtBegin) / half.since(begin).cpuSeconds();
      double secondHalf = (requestsAtEnd - requestsAtHalf) / end.since(half).cpuSeconds();
      afterwards.with(process);
      return new Measurement(
          requestsAtEnd - requestsAtBegin, end.since(begin), secondHalf / firstHalf);
    }
  }

  private void awaitFirstRequests(Client client, Peer process, long before)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(FIRST_REQUEST_SECONDS);
    for (int own = 1; nginx.requests() - before - own < UNDER_LOAD; own++) {
      process.requireAlive();
      if (System.nanoTime() - deadline > 0) {
        throw new MeasureException(
            "%s made no requests within %d s: %s"
                .formatted(client.name(), FIRST_REQUEST_SECONDS, process.lastLine()));
      }
      Thread.sleep(50);
    }
  }
}
