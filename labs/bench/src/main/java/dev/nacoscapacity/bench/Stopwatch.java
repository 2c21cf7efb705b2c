package dev.nacoscapacity.bench;

import dev.nacoscapacity.calibration.process.MeasureException;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.Reading;
import dev.nacoscapacity.calibration.server.Nginx;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs clients against the server one after another, and measures each one. */
final class Stopwatch {

  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final Duration FIRST_REQUEST = Duration.ofSeconds(60);
  private static final int UNDER_LOAD = 100;

  private final Nginx nginx;
  private final String core;
  private final Path directory;
  private final Timing timing;

  /**
   * Durations of the benchmark.
   *
   * @param rounds number of rounds; every client is measured once in each
   * @param warmUp from the first request of each client; not measured, since a JVM is slow at first
   * @param searchWarmUpSeconds part of the warm-up in which the generator stays at its first rate
   * @param searchAttemptSeconds part of the warm-up for each further rate that the generator tries
   * @param measured time after the warm-up
   */
  record Timing(
      int rounds,
      Duration warmUp,
      int searchWarmUpSeconds,
      int searchAttemptSeconds,
      Duration measured) {

    static final Timing FULL = new Timing(3, Duration.ofSeconds(60), 15, 3, Duration.ofSeconds(10));
    static final Timing QUICK = new Timing(1, Duration.ofSeconds(25), 5, 1, Duration.ofSeconds(4));
  }

  Stopwatch(Nginx nginx, String core, Path directory, Timing timing) {
    this.nginx = nginx;
    this.core = core;
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
            "round %d of %d: %s %,.0f requests/CPU-s, %.2f us/request, %,.0f/s, busy %.0f %%%n",
            round,
            timing.rounds,
            client.name(),
            measurement.requestsPerCpuSecond(),
            measurement.cpuMicrosPerRequest(),
            measurement.requestsPerSecond(),
            measurement.used().cpuPercent());
        measured.computeIfAbsent(client.name(), name -> new ArrayList<>()).add(measurement);
      }
    }
    return measured;
  }

  /** Runs a client that ends by itself, and returns the last line of its output. */
  String await(Client client) throws IOException, InterruptedException {
    try (PinnedProcess process = start(client)) {
      process.await();
      return process.lastLine();
    }
  }

  private PinnedProcess start(Client client) throws IOException {
    return PinnedProcess.start(client.name(), core, directory, client.command());
  }

  private Measurement measure(Client client) throws IOException, InterruptedException {
    long before = nginx.requests();
    try (PinnedProcess process = start(client)) {
      if (client.search() != null) {
        process.send(client.search());
        // The client may start its own measurement immediately, since only the figures of this
        // benchmark count.
        process.send(1);
      }
      awaitFirstRequests(client, process, before);
      Thread.sleep(timing.warmUp.toMillis());
      if (client.search() != null) {
        process.awaitAnswer(Void.class, TIMEOUT);
      }
      long requestsAtBegin = nginx.requests();
      Reading begin = process.read();
      Thread.sleep(timing.measured.toMillis() / 2);
      long requestsAtHalf = nginx.requests();
      Reading half = process.read();
      Thread.sleep(timing.measured.toMillis() / 2);
      long requestsAtEnd = nginx.requests();
      Reading end = process.read();
      double firstHalf = (requestsAtHalf - requestsAtBegin) / half.since(begin).cpuSeconds();
      double secondHalf = (requestsAtEnd - requestsAtHalf) / end.since(half).cpuSeconds();
      return new Measurement(
          requestsAtEnd - requestsAtBegin,
          end.since(begin),
          secondHalf / firstHalf,
          process.lastLine());
    }
  }

  private void awaitFirstRequests(Client client, PinnedProcess process, long before)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + FIRST_REQUEST.toNanos();
    for (int own = 1; nginx.requests() - before - own < UNDER_LOAD; own++) {
      process.requireAlive();
      if (System.nanoTime() - deadline > 0) {
        throw new MeasureException(
            "%s made no requests within %d s: %s"
                .formatted(client.name(), FIRST_REQUEST.toSeconds(), process.lastLine()));
      }
      Thread.sleep(50);
    }
  }
}
