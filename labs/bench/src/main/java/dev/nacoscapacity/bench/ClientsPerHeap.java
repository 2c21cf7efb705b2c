package dev.nacoscapacity.bench;

import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.server.Nginx;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the largest number of clients that a generator can simulate with a given heap, while each
 * client still makes its call every {@value Clients#BEAT_SECONDS} s.
 */
final class ClientsPerHeap {

  /** A generator with a smaller share of its due calls has fallen behind. */
  private static final double HELD = 0.98;

  private static final double LATE_MICROS = 100_000;

  private static final int SECONDS_BEHIND = 5;
  private static final Pattern SECOND =
      Pattern.compile("p99 (\\d+) us, max \\d+ us; beats (\\d+) of (\\d+)");

  private final Nginx nginx;
  private final Clients clients;
  private final String core;
  private final Path directory;

  ClientsPerHeap(Nginx nginx, Clients clients, String core, Path directory) {
    this.nginx = nginx;
    this.clients = clients;
    this.core = core;
    this.directory = directory;
  }

  /**
   * Starts more and more users in JMeter, each a thread with a connection, until JMeter dies or
   * falls behind.
   *
   * @return the most users with which it kept up
   */
  int jmeterUsers(int most, Duration ramp, String heap) throws IOException, InterruptedException {
    System.err.printf("JMeter, -Xmx%s: users join over %d s%n", heap, ramp.toSeconds());
    Client client = clients.users(most, ramp, heap);
    Deque<Long> connections = new ArrayDeque<>();
    int held = 0;
    int behind = 0;
    try (PinnedProcess process =
        PinnedProcess.start(client.name() + heap, core, directory, client.command())) {
      long requests = nginx.requests();
      long deadline = System.nanoTime() + ramp.plusSeconds(60).toNanos();
      while (behind < SECONDS_BEHIND && process.isAlive() && System.nanoTime() < deadline) {
        Thread.sleep(1000);
        long now = nginx.requests();
        int users = nginx.connections() - 1;
        connections.addLast((long) users);
        // A user that has just started has not completed a period yet.
        double due =
            connections.size() > Clients.BEAT_SECONDS
                ? connections.removeFirst() / (double) Clients.BEAT_SECONDS
                : 0;
        boolean kept = now - requests >= HELD * due;
        behind = kept ? 0 : behind + 1;
        held = kept ? Math.max(held, users) : held;
        requests = now;
        if (held >= most) {
          break;
        }
      }
    }
    System.err.printf("JMeter, -Xmx%s: %,d users held%n", heap, held);
    return held;
  }

  /**
   * Tries fleets of growing size, which make more calls than JMeter's users: a list for every two
   * beats.
   *
   * @return the size of the largest fleet that made its calls in time
   */
  int fleet(int step, int most, Duration each, String heap)
      throws IOException, InterruptedException {
    int held = 0;
    for (int instances = step; instances <= most; instances += step) {
      System.err.printf("fleet, -Xmx%s: %,d instances%n", heap, instances);
      if (!keepsUp(instances, each, heap)) {
        break;
      }
      held = instances;
    }
    System.err.printf("fleet, -Xmx%s: %,d instances held%n", heap, held);
    return held;
  }

  private boolean keepsUp(int instances, Duration each, String heap)
      throws IOException, InterruptedException {
    Client client = clients.fleet(instances, heap);
    try (PinnedProcess process =
        PinnedProcess.start(client.name() + heap, core, directory, client.command())) {
      long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      while (process.lastLine().isEmpty()) {
        if (!process.isAlive() || System.nanoTime() > deadline) {
          return false;
        }
        Thread.sleep(100);
      }
      Thread.sleep(each.toMillis());
      Matcher second = SECOND.matcher(process.lastLine());
      return process.isAlive()
          && second.find()
          && Long.parseLong(second.group(1)) <= LATE_MICROS
          && Long.parseLong(second.group(2)) >= HELD * Long.parseLong(second.group(3));
    }
  }
}
