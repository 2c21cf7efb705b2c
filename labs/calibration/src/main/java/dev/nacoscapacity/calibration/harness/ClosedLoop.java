package dev.nacoscapacity.calibration.harness;

import dev.nacoscapacity.core.calibration.PartResult.Round;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.engine.BeatCall;
import dev.nacoscapacity.simulator.engine.ListCall;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The fleet's own driver on one event loop, kept busy: each answer triggers the client's next call,
 * without schedule, expected state or record of a run. A failed call ends the process, since a
 * figure that includes failures would be meaningless. Confined to the event loop.
 */
public final class ClosedLoop implements CallListener {

  /** Calls come faster than in a run, and are retained until they are checked for expiry. */
  private static final long EXPIRY_NANOS = Duration.ofMillis(100).toNanos();

  private static final long LONGEST_NANOS = Duration.ofSeconds(60).toNanos();

  /** Some clients would wait for ever when fewer connections are allowed than there are clients. */
  private static final int SILENCE_SECONDS = 10;

  private final Task task;
  private final CompletableFuture<Round> round = new CompletableFuture<>();
  private final Histogram latencies = new Histogram(LONGEST_NANOS, 3);
  private final long start = System.nanoTime();

  /** One call for each answered client, since the next call of a client is the same object. */
  private final Set<Call> clients = new HashSet<>();

  private Driver driver;
  private long warm;
  private int answered;
  private int progressBefore;
  private int nextInstance;
  private long nextExpiry = start;

  /**
   * What to do.
   *
   * @param requests that count; 0 for a loop without figures and without an end
   * @param warmUpMillis at least; the first request of each client never counts
   * @param token of each request; null for none
   */
  public record Task(
      int port, Operation operation, int clients, int requests, long warmUpMillis, String token) {}

  ClosedLoop(Task task) {
    this.task = task;
  }

  /** Runs a task, and answers with its figures by {@link Load}'s keys. */
  public static void main(String[] args) {
    Requests.serve(
        Task.class,
        task -> {
          EventLoop eventLoop = Loopback.newEventLoop();
          ClosedLoop loop = new ClosedLoop(task);
          Driver driver =
              Loopback.newDriver(
                  eventLoop, Loopback.FLEET, task.port, task.clients, task.token, loop);
          eventLoop.execute(() -> loop.start(driver));
          eventLoop.scheduleAtFixedRate(
              loop::requireProgress, SILENCE_SECONDS, SILENCE_SECONDS, TimeUnit.SECONDS);
          return loop.round.get();
        });
  }

  CompletableFuture<Round> round() {
    return round;
  }

  /** Starts with one call for each client. */
  void start(Driver busyDriver) {
    driver = busyDriver;
    for (int i = 0; i < task.clients; i++) {
      sendNext(newCall(task.operation));
    }
  }

  /** A beat without the instance's description, or a list. */
  public static Call newCall(Operation operation) {
    if (operation == Operation.LIST) {
      return new ListCall();
    }
    BeatCall beat = new BeatCall();
    beat.light = true;
    return beat;
  }

  private void sendNext(Call call) {
    int instance = nextInstance;
    nextInstance = (nextInstance + 1) % Loopback.FLEET.size();
    long now = System.nanoTime();
    if (now - nextExpiry >= 0) {
      nextExpiry = now + EXPIRY_NANOS;
      driver.expire(now);
    }
    call.begin(instance, Loopback.FLEET.serviceOf(instance), now, now);
    driver.send(call);
  }

  @Override
  public void completed(Call call) {
    if (!call.ok()) {
      Requests.end("a call failed: " + call.failure);
    }
    answered++;
    if (task.requests == 0 || !count(call)) {
      sendNext(call);
    }
  }

  /** Counts a call, and returns whether all are counted. */
  private boolean count(Call call) {
    long now = System.nanoTime();
    if (warm != 0) {
      latencies.recordValue(Math.min(call.answered - call.due, LONGEST_NANOS));
    } else {
      clients.add(call);
      boolean isWarm = now - start >= TimeUnit.MILLISECONDS.toNanos(task.warmUpMillis);
      warm = isWarm && clients.size() == task.clients ? now : 0;
    }
    if (latencies.getTotalCount() == task.requests) {
      // All clients were busy until now; calls still in flight do not count.
      round.complete(
          Round.of(
              Map.of(
                  Load.REQUESTS, (double) answered,
                  Load.SECONDS, (now - start) / 1e9,
                  Load.RATE, task.requests * 1e9 / (now - warm),
                  Load.P50, latencies.getValueAtPercentile(50) / 1e6,
                  Load.P90, latencies.getValueAtPercentile(90) / 1e6,
                  Load.P99, latencies.getValueAtPercentile(99) / 1e6,
                  Load.MAX, latencies.getMaxValue() / 1e6)));
    }
    return latencies.getTotalCount() >= task.requests;
  }

  private void requireProgress() {
    // A client without any answer would be hidden by the answers of the others.
    int progress = task.requests == 0 || warm != 0 ? answered : clients.size();
    if (progress == progressBefore) {
      Requests.end(
          "no answer for %d s, after %,d requests: is a limit below the number of clients?"
              .formatted(SILENCE_SECONDS, answered));
    }
    progressBefore = progress;
  }
}
