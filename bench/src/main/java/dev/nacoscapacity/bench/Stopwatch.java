package dev.nacoscapacity.bench;

import dev.nacoscapacity.calibration.process.MeasureException;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.server.Nginx;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lets clients drive the server one after another and measures each. */
final class Stopwatch {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration FIRST_REQUEST = Duration.ofSeconds(60);
  private static final int UNDER_LOAD = 100;
  private static final double NANOS = 1e9;

  private final Nginx nginx;
  private final int core;
  private final Path directory;

  Stopwatch(Nginx nginx, int core, Path directory) {
    this.nginx = nginx;
    this.core = core;
    this.directory = directory;
  }

  /** Gives each client its turn in each round, so that what disturbs one disturbs all. */
  Map<String, List<Measurement>> measure(List<Client> clients, Timing timing)
      throws IOException, InterruptedException {
    Map<String, List<Measurement>> measured = new LinkedHashMap<>();
    for (int round = 1; round <= timing.rounds(); round++) {
      for (Client client : clients) {
        Measurement measurement = measure(client, timing);
        System.err.printf(
            "round %d of %d: %s %,.0f requests/CPU-s, %.2f us/request, %,.0f/s, busy %.0f %%%n",
            round,
            timing.rounds(),
            client.name(),
            measurement.requestsPerCpuSecond(),
            measurement.cpuMicrosPerRequest(),
            measurement.requestsPerSecond(),
            100 * measurement.busy());
        measured.computeIfAbsent(client.name(), name -> new ArrayList<>()).add(measurement);
      }
    }
    return measured;
  }

  /** Runs a client that ends by itself, and returns the last line it wrote. */
  String await(Client client) throws IOException, InterruptedException {
    try (PinnedProcess process =
        PinnedProcess.start(client.name(), core, directory, client.command())) {
      return process.await();
    }
  }

  private Measurement measure(Client client, Timing timing)
      throws IOException, InterruptedException {
    long before = nginx.requests();
    try (PinnedProcess process =
        PinnedProcess.start(client.name(), core, directory, client.command())) {
      awaitFirstRequests(client, process, before);
      if (client.ready() != null) {
        // It is waited for by others; here it may begin to measure as soon as it likes.
        process.say("go");
      }
      Thread.sleep(timing.warmUp().toMillis());
      if (client.ready() != null) {
        process.awaitLine(client.ready(), PATIENCE);
      }
      Reading begin = read(process);
      Thread.sleep(timing.measured().toMillis() / 2);
      Reading half = read(process);
      Thread.sleep(timing.measured().toMillis() / 2);
      Reading end = read(process);
      return new Measurement(
          end.requests - begin.requests,
          end.cpuSeconds - begin.cpuSeconds,
          (end.nanos - begin.nanos) / NANOS,
          end.requestsPerCpuSecond(half) / half.requestsPerCpuSecond(begin),
          process.lastLine());
    }
  }

  private record Reading(long requests, double cpuSeconds, long nanos) {

    double requestsPerCpuSecond(Reading since) {
      return (requests - since.requests) / (cpuSeconds - since.cpuSeconds);
    }
  }

  private Reading read(PinnedProcess process) throws IOException {
    return new Reading(nginx.requests(), process.cpuSeconds(), System.nanoTime());
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
