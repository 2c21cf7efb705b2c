package dev.nacoscapacity.bench;

import dev.nacoscapacity.bench.BenchClients.Client;
import dev.nacoscapacity.calibration.harness.Nginx;
import dev.nacoscapacity.calibration.harness.Peer;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the largest number of clients that a generator can simulate with a given heap, while each
 * client still makes its call every {@value BenchClients#BEAT_SECONDS} s.
 */
record ClientsPerHeap(Nginx nginx, BenchClients clients) {

  /** A generator with a smaller share of its due calls has fallen behind. */
  private static final double HELD = 0.98;

  private static final double LATE_MICROS = 100_000;
  private static final int SECONDS_BEHIND = 5;
  private static final int EXTRA_SECONDS = 60;

  /** A line of {@link PacedLoad}. */
  private static final Pattern SECOND =
      Pattern.compile("p99 (\\d+) us, max \\d+ us; beats (\\d+) of (\\d+)");

  /**
   * Starts more and more users in JMeter, each a thread with a connection, until JMeter dies or
   * falls behind.
   *
   * @return the most users with which it kept up
   */
  int jmeterUsers(int most, int rampSeconds, String heap) throws IOException, InterruptedException {
    System.err.printf("JMeter, -Xmx%s: users join over %d s%n", heap, rampSeconds);
    Deque<Integer> connections = new ArrayDeque<>();
    int largest = 0;
    int behind = 0;
    try (Peer process = start(clients.users(most, rampSeconds, heap), heap)) {
      long requests = nginx.requests();
      long deadline = deadline(rampSeconds + EXTRA_SECONDS);
      while (largest < most
          && behind < SECONDS_BEHIND
          && process.process().isAlive()
          && System.nanoTime() < deadline) {
        Thread.sleep(1000);
        long now = nginx.requests();
        int users = nginx.connections() - 1;
        connections.addLast(users);
        // A user that has just started has not completed a period yet.
        double due =
            connections.size() > BenchClients.BEAT_SECONDS
                ? connections.removeFirst() / (double) BenchClients.BEAT_SECONDS
                : 0;
        boolean onTime = now - requests >= HELD * due;
        behind = onTime ? 0 : behind + 1;
        largest = onTime ? Math.max(largest, users) : largest;
        requests = now;
      }
    }
    System.err.printf("JMeter, -Xmx%s: %,d users held%n", heap, largest);
    return largest;
  }

  /**
   * Tries fleets of growing size, which make more calls than JMeter's users: a list for every two
   * beats.
   *
   * @param seconds of each
   * @return the size of the largest fleet that made its calls in time
   */
  int fleet(int step, int most, int seconds, String heap) throws IOException, InterruptedException {
    int largest = 0;
    while (largest < most && keepsUp(largest + step, seconds, heap)) {
      largest += step;
    }
    System.err.printf("fleet, -Xmx%s: %,d instances held%n", heap, largest);
    return largest;
  }

  private boolean keepsUp(int instances, int seconds, String heap)
      throws IOException, InterruptedException {
    System.err.printf("fleet, -Xmx%s: %,d instances%n", heap, instances);
    try (Peer process = start(clients.fleet(instances, heap), heap)) {
      long deadline = deadline(EXTRA_SECONDS);
      while (process.lastLine().isEmpty()) {
        if (!process.process().isAlive() || System.nanoTime() > deadline) {
          return false;
        }
        Thread.sleep(100);
      }
      Thread.sleep(TimeUnit.SECONDS.toMillis(seconds));
      Matcher second = SECOND.matcher(process.lastLine());
      return process.process().isAlive()
          && second.find()
          && Long.parseLong(second.group(1)) <= LATE_MICROS
          && Long.parseLong(second.group(2)) >= HELD * Long.parseLong(second.group(3));
    }
  }

  private static long deadline(int seconds) {
    return System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
  }

  private Peer start(Client client, String heap) throws IOException {
    return Peer.start(
        client.name() + heap, BenchCommand.CLIENT_CORE, clients.directory(), client.command());
  }
}
