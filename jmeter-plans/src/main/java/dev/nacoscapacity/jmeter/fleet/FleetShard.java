package dev.nacoscapacity.jmeter.fleet;

import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.jmeter.sampler.RunningShard;
import dev.nacoscapacity.jmeter.sampler.RunningShard.Line;
import dev.nacoscapacity.simulator.cli.SimulatorMain;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunSecond;
import dev.nacoscapacity.simulator.target.Targets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.HdrHistogram.Histogram;

/** Runs the command of bin/simulator on a thread of its own, and reports the run line by line. */
public final class FleetShard implements RunningShard {

  private static final long ORDERLY_END_SECONDS = 90;

  private final Path folder;
  private final LastLine err = new LastLine(System.err);
  private final Thread thread;
  private final AtomicBoolean stopRequested = new AtomicBoolean();
  private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>();

  /** {@code I/N}, as in the options. */
  private final String shard;

  private volatile boolean begun;

  private FleetShard(List<String> options) {
    this.folder = Path.of(value("--out", options)).toAbsolutePath();
    this.shard = value("--shard", options);
    this.thread = new Thread(() -> run(options), "fleet-run");
    thread.setDaemon(true);
    thread.setContextClassLoader(FleetShard.class.getClassLoader());
  }

  /**
   * Starts a run.
   *
   * @param options of bin/simulator, {@code --shard} among them; without {@code --out} the run gets
   *     a new folder
   * @throws IllegalArgumentException without {@code --shard}
   */
  public static RunningShard start(List<String> options) {
    List<String> all = new ArrayList<>(options);
    if (!all.contains("--out")) {
      String shard = value("--shard", all).replace('/', '-');
      Path folder = RunFolder.fresh(Path.of("runs"), Instant.now(), "jmeter-shard-" + shard);
      all.addAll(List.of("--out", folder.toString()));
    }
    int target = all.indexOf("--target") + 1;
    if (target > 0) {
      // A local cluster may have a time of its own, in which only its own name lets a fleet live.
      all.set(target, Targets.named(all.get(target)));
    }
    FleetShard running = new FleetShard(all);
    running.thread.start();
    return running;
  }

  private static String value(String option, List<String> options) {
    int value = options.indexOf(option) + 1;
    if (value == 0 || value == options.size()) {
      throw new IllegalArgumentException(option + " and its value are needed as two words");
    }
    return options.get(value);
  }

  private void run(List<String> options) {
    int code = ExitCode.INTERNAL;
    try {
      code =
          SimulatorMain.commandLine(System.out, err, session -> session.addListener(new Watcher()))
              .execute(options.toArray(String[]::new));
    } finally {
      lines.add(end(code));
    }
  }

  /** Writes a line for each operation and second. */
  private final class Watcher implements Progress {

    @Override
    public void phase(String name, Duration expected) {
      if (!begun) {
        begun = true;
        lines.add(
            new Line(
                Line.CHECK,
                System.currentTimeMillis(),
                0,
                1,
                0,
                "200",
                "shard %s begins; run folder %s".formatted(shard, folder)));
      }
    }

    @Override
    public void second(RunSecond second) {
      long end = System.currentTimeMillis();
      second
          .stats()
          .operations()
          .forEach(
              (operation, calls) -> {
                // Calls that were due count even if none ended, since this is how a stall appears.
                if (calls.ended()
                        + calls.count(OperationCount.REQUIRED)
                        + calls.count(OperationCount.SKIPPED)
                    > 0) {
                  lines.add(line(operation, end, second.phase(), calls));
                }
              });
    }
  }

  private Line line(String operation, long end, String phase, OperationStats calls) {
    Histogram latency = calls.histogram(LatencyPart.LATENCY);
    boolean any = latency.getTotalCount() > 0;
    long failed = calls.count(OperationCount.FAILED);
    return new Line(
        operation,
        end,
        any ? Math.round(latency.getMean() / 1e3) : 0,
        (int) calls.ended(),
        (int) failed,
        failed == 0 ? "200" : "failed",
        "shard=%s phase=%s required=%d skipped=%d"
            .formatted(
                shard,
                phase,
                calls.count(OperationCount.REQUIRED),
                calls.count(OperationCount.SKIPPED)));
  }

  @Override
  public List<Line> next() throws InterruptedException {
    List<Line> next = new ArrayList<>(List.of(lines.take()));
    lines.drainTo(next);
    return next;
  }

  private Line end(int exitCode) {
    try {
      return verdict(exitCode, begun ? verdict(RunFolder.open(folder).run()) : err.text());
    } catch (RecordException e) {
      return verdict(ExitCode.INTERNAL, e.getMessage());
    }
  }

  private String verdict(RunRecord run) {
    return run.verdict() == null
        ? err.text()
        : "shard %s: %s %s; run folder %s"
            .formatted(
                shard,
                run.verdict().status(),
                run.verdict().reasons().stream().map(Reason::text).findFirst().orElse(""),
                folder);
  }

  private Line verdict(int exitCode, String text) {
    int failed = exitCode == 0 ? 0 : 1;
    return new Line(
        Line.VERDICT, System.currentTimeMillis(), 0, 1, failed, Integer.toString(exitCode), text);
  }

  @Override
  public void stop() {
    // JMeter interrupts twice; the second interrupt would disturb the orderly stop.
    if (thread.isAlive() && stopRequested.compareAndSet(false, true)) {
      thread.interrupt();
    }
    try {
      thread.join(TimeUnit.SECONDS.toMillis(ORDERLY_END_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
