package dev.nacoscapacity.simulator.shards;

import dev.nacoscapacity.core.merge.ShardResult;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.simulator.run.Barrier;
import dev.nacoscapacity.simulator.run.FleetSpec;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunClock;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.ScenarioHost;
import dev.nacoscapacity.simulator.run.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Coordinates the shards of a run: synchronizes their steps, adds up their seconds, hosts the
 * scenario in this process while the measurement window is open, and stops all shards when one
 * requests a stop. Runs on the run's thread, except for the receipt of messages.
 */
final class ShardCoordinator implements AutoCloseable {

  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

  /** The time for shards to deregister after a fault of this process. */
  private static final Duration LEAVING = Duration.ofSeconds(60);

  private record Delivery(int shard, ShardMessage message) {}

  private final List<FleetSpec> parts;
  private final StopSignal stop;
  private final Progress progress;
  private final RunClock clock;
  private final Scenario scenario;
  private final ScenarioHost host;
  private final BarrierState barrier;
  private final ShardSeconds seconds = new ShardSeconds();
  private final BlockingQueue<Delivery> inbox = new LinkedBlockingQueue<>();
  private final List<ShardProcess> processes = new ArrayList<>();
  private final List<Path> errorLogs = new ArrayList<>();
  private final Map<Integer, ShardResult> results = new TreeMap<>();

  private final RunningWorkers running = new RunningWorkers();

  /** Shards that have sent their result or failure, so that their exit is expected. */
  private final Set<Integer> ending = new HashSet<>();

  private final Set<String> begunPhases = new HashSet<>();
  private boolean registryComplete;
  private boolean scenarioEnding;
  private boolean windowEnded;
  private boolean stopSent;

  /**
   * @param parts of the fleet, one for each shard
   * @param scenario runs in this process
   */
  ShardCoordinator(
      List<FleetSpec> parts,
      StopSignal stop,
      Progress progress,
      RunClock clock,
      Scenario scenario) {
    this.parts = List.copyOf(parts);
    this.stop = stop;
    this.progress = progress;
    this.clock = clock;
    this.scenario = scenario;
    this.host =
        new ScenarioHost(
            progress,
            stop,
            clock,
            parts.get(0).grace().unknown(),
            share -> sendToAll(new ShardMessage.Migrate(share)));
    this.barrier = new BarrierState(parts.size(), InstantSource.system());
  }

  /**
   * Starts a process for each part, and returns when the last one has exited.
   *
   * @param folder for their error logs
   * @return the results of the shards that finished, by number from 0
   */
  Map<Integer, ShardResult> run(Path folder) {
    progress.note(
        "the fleet needs more descriptors than this process may have; worker processes: "
            + parts.size());
    for (int shard = 0; shard < parts.size(); shard++) {
      start(shard, folder.resolve("worker-%d.err".formatted(shard + 1)));
    }
    while (!running.all().isEmpty()) {
      next().ifPresent(this::handle);
      forwardStop();
      killSilentShards();
    }
    host.end();
    host.rethrowFault();
    return results;
  }

  private void start(int shard, Path errors) {
    ShardProcess process = ShardProcess.start(errors);
    processes.add(process);
    errorLogs.add(errors);
    running.noteMessage(shard, System.nanoTime());
    process.link().send(new ShardMessage.Start(parts.get(shard), scenario.mayBreakNodes()));
    process.listen(
        message -> inbox.add(new Delivery(shard, message)),
        () -> inbox.add(new Delivery(shard, new ShardMessage.Exited())));
  }

  private Optional<Delivery> next() {
    try {
      return Optional.ofNullable(inbox.poll(POLL_INTERVAL.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      stop.stop(StopSignal.Cause.INTERRUPTED, "the run's thread was interrupted");
      return Optional.empty();
    }
  }

  private void handle(Delivery next) {
    if (next.message() instanceof ShardMessage.Exited) {
      exited(next.shard());
    } else if (running.all().contains(next.shard())) {
      running.noteMessage(next.shard(), System.nanoTime());
      handle(next.shard(), next.message());
    }
  }

  private void handle(int shard, ShardMessage message) {
    if (message instanceof ShardMessage.Arrived arrived) {
      barrier.come(shard, arrived).ifPresent(this::release);
    } else if (message instanceof ShardMessage.Phase begun) {
      // The first shard to begin a phase begins it for all.
      if (begunPhases.add(begun.name())) {
        beginPhase(begun);
      }
    } else if (message instanceof ShardMessage.Second second) {
      seconds.add(shard, second.second());
      publishDueSecond();
    } else if (message instanceof ShardMessage.Scraped answer) {
      progress.scraped(answer.node(), answer.metrics());
    } else if (message instanceof ShardMessage.Note note) {
      progress.note(name(shard) + ": " + note.text());
    } else if (message instanceof ShardMessage.Stop request) {
      stop.stop(request.cause(), request.reason());
    } else if (message instanceof ShardMessage.Failed failed) {
      ending.add(shard);
      stop(name(shard) + " gave up: " + failed.fault());
    } else if (message instanceof ShardMessage.Done end) {
      ending.add(shard);
      results.put(shard, end.result());
    }
  }

  private void release(ShardMessage.Go go) {
    // Without a complete registry the window only collects evidence, and no scenario runs.
    registryComplete |= go.step() == Barrier.Step.COMPLETE && go.well();
    sendToAll(go);
  }

  private void beginPhase(ShardMessage.Phase begun) {
    progress.phase(begun.name(), begun.expected());
    if (host.acting() != Scenario.NONE) {
      // The last second of the window is complete once the slowest shard has sent it.
      scenarioEnding = seconds.isPartial();
      if (!scenarioEnding) {
        host.end();
      }
    } else if (registryComplete && begun.name().equals(Phases.MEASURE)) {
      host.begin(scenario);
    }
  }

  private void publishDueSecond() {
    if (!seconds.isDue()) {
      return;
    }
    host.second(seconds.take(clock.seconds()));
    if (scenarioEnding) {
      host.end();
    } else if (host.acting().over() && !windowEnded) {
      windowEnded = true;
      sendToAll(new ShardMessage.EndWindow());
    }
  }

  private void exited(int shard) {
    running.exited(shard);
    seconds.remove(shard);
    publishDueSecond();
    try {
      if (Files.size(errorLogs.get(shard)) == 0) {
        Files.delete(errorLogs.get(shard));
      }
    } catch (IOException e) {
      // A remaining empty file is harmless.
    }
    if (!ending.contains(shard)) {
      var population = parts.get(shard).settings().population();
      stop(
          "%s (shard %s, pid %d) %s; what it had registered expires within 30 s%s"
              .formatted(
                  name(shard),
                  population.shard(),
                  processes.get(shard).pid(),
                  processes.get(shard).end(),
                  population.stays()));
    }
  }

  private void stop(String reason) {
    progress.note(reason);
    stop.stop(StopSignal.Cause.INTERRUPTED, reason);
  }

  /** The name of a shard in notes. */
  String name(int shard) {
    return "worker %d of %d".formatted(shard + 1, parts.size());
  }

  private void forwardStop() {
    if (!stopSent && stop.request().isPresent()) {
      StopSignal.Request request = stop.request().get();
      sendToAll(new ShardMessage.Stop(request.cause(), request.reason()));
      stopSent = true;
    }
  }

  /** Any thread may call once all processes run; one that has exited ignores the message. */
  private void sendToAll(ShardMessage message) {
    processes.forEach(process -> process.link().send(message));
  }

  private void killSilentShards() {
    for (int shard : running.silent(System.nanoTime())) {
      // Its death by signal 9 is reported when the process has exited.
      progress.note(
          "%s sent nothing for %d s and is ended"
              .formatted(name(shard), RunningWorkers.SILENCE.toSeconds()));
      processes.get(shard).close();
    }
  }

  /**
   * Ends the scenario, which repairs its faults. Shards that still run, after a fault of this
   * process, are stopped in order, so that nothing of theirs stays in the registry.
   */
  @Override
  public void close() {
    try {
      host.end();
    } finally {
      sendToAll(new ShardMessage.Stop(StopSignal.Cause.INTERRUPTED, "the run broke off"));
      long deadline = System.nanoTime() + LEAVING.toNanos();
      running.all().forEach(shard -> processes.get(shard).awaitEnd(deadline));
      processes.forEach(ShardProcess::close);
    }
  }
}
