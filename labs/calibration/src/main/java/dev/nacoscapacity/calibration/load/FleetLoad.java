package dev.nacoscapacity.calibration.load;

import dev.nacoscapacity.calibration.fleet.ClosedLoop;
import dev.nacoscapacity.calibration.fleet.Loopback;
import dev.nacoscapacity.calibration.process.Jvm;
import dev.nacoscapacity.calibration.process.PinnedProcess;
import dev.nacoscapacity.calibration.process.Requests;
import dev.nacoscapacity.calibration.process.SharedServers;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.http.HttpDriver;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The fleet's own driver in a closed loop. The first requests, during which code is compiled and
 * connections are opened, do not count.
 */
public final class FleetLoad implements LoadGenerator {

  /** The name in a table. */
  public static final String LABEL = "fleet";

  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final long LONGEST_NANOS = 60_000_000_000L;
  private static final double NANOS = 1e9;

  private final long silenceSeconds;

  /** A load that stops when no request is answered for 10 s. */
  public FleetLoad() {
    this(10);
  }

  /**
   * @param silenceSeconds the load stops when no request is answered for this long: some clients
   *     would wait forever when fewer connections are allowed than there are clients
   */
  public FleetLoad(long silenceSeconds) {
    this.silenceSeconds = silenceSeconds;
  }

  @Override
  public String label() {
    return LABEL;
  }

  @Override
  public LoadFigures run(Load load, int port, SharedServers servers)
      throws IOException, InterruptedException {
    List<String> command = Jvm.own("-Xmx256m").command(FleetLoad.class);
    try (PinnedProcess process =
        PinnedProcess.start("load", servers.cores().load(), servers.directory(), command)) {
      return process.ask(new Task(load, port, silenceSeconds), LoadFigures.class, TIMEOUT);
    }
  }

  private record Task(Load load, int port, long silenceSeconds) {}

  /** Measures once, and waits to be killed. */
  public static void main(String[] args) throws IOException {
    Task task = Requests.next(Task.class);
    EventLoop loop = Loopback.newEventLoop();
    Recorder recorder = new Recorder(task.load);
    ClosedLoop calls =
        new ClosedLoop(System::nanoTime, Loopback.FLEET, Operation.BEAT, recorder::answered);
    HttpDriver driver =
        Loopback.newDriver(loop, task.port, task.load.clients(), task.load.token(), calls);
    loop.execute(() -> calls.start(driver, task.load.clients()));
    loop.scheduleAtFixedRate(
        () -> recorder.requireProgress(task.silenceSeconds),
        task.silenceSeconds,
        task.silenceSeconds,
        TimeUnit.SECONDS);
  }

  /** Records the answers; confined to the event loop. */
  private static final class Recorder {

    private final Load load;
    private final Histogram nanos = new Histogram(LONGEST_NANOS, 3);

    /** One call for each answered client, since the next call of a client is the same object. */
    private final Set<Call> clients = Collections.newSetFromMap(new IdentityHashMap<>());

    private final long start = System.nanoTime();
    private long warm;
    private int answered;
    private int progressBefore;

    Recorder(Load load) {
      this.load = load;
    }

    boolean answered(Call call) {
      answered++;
      long now = System.nanoTime();
      if (warm != 0) {
        nanos.recordValue(Math.min(call.answered - call.due, LONGEST_NANOS));
      } else {
        clients.add(call);
        boolean warmedUp = now - start >= TimeUnit.MILLISECONDS.toNanos(load.warmUpMillis());
        warm = warmedUp && clients.size() == load.clients() ? now : 0;
      }
      if (nanos.getTotalCount() == load.requests()) {
        // All clients were busy until now; calls still in flight do not count.
        Requests.answer(figures(now));
      }
      return nanos.getTotalCount() < load.requests();
    }

    private LoadFigures figures(long now) {
      return new LoadFigures(
          answered,
          (now - start) / NANOS,
          nanos.getTotalCount() * NANOS / (now - warm),
          millis(nanos.getValueAtPercentile(50)),
          millis(nanos.getValueAtPercentile(90)),
          millis(nanos.getValueAtPercentile(99)),
          millis(nanos.getMaxValue()));
    }

    private static double millis(long nanos) {
      return nanos / 1e6;
    }

    void requireProgress(long silenceSeconds) {
      // A client without any answer would be hidden by the answers of the others.
      int progress = clients.size() < load.clients() ? clients.size() : answered;
      if (progress == progressBefore) {
        ClosedLoop.end(
            "no answer for %d s, after %,d requests: is a limit below the number of clients?"
                .formatted(silenceSeconds, answered));
      }
      progressBefore = progress;
    }
  }
}
