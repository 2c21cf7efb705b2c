package dev.nacoscapacity.simulator.shards;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.merge.MergedFigures;
import dev.nacoscapacity.core.record.MeasuredRun;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.proc.GeneratorUsage;
import dev.nacoscapacity.simulator.run.Barrier;
import dev.nacoscapacity.simulator.run.FleetSpec;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunClock;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.ScenarioHost;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.run.WaveWatch;
import dev.nacoscapacity.simulator.run.WindowedUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One run of a fleet over several child processes, for a fleet that needs more descriptors than one
 * process may have. Synchronizes the steps of the shards, adds up their seconds and results, hosts
 * the scenario in this process while the measurement window is open, and stops all shards when one
 * requests a stop. Runs on the run's thread, except for the receipt of messages.
 */
public final class ShardCoordinator implements AutoCloseable {

  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

  /** The time for shards to deregister after a fault of this process. */
  private static final Duration LEAVING = Duration.ofSeconds(60);

  private record Delivery(int shard, ShardMessage message) {}

  private final List<FleetSpec> parts;
  private final StopSignal stop;
  private final Progress progress;
  private final RunClock clock;
  private final WaveWatch scenario;
  private final WindowedUsage usage = new WindowedUsage();
  private final ScenarioHost host;
  private final Barrier others;
  private final BarrierState barrier;

  /** A step that all workers have reached, which may have to wait for other machines. */
  private Optional<ShardMessage.Arrived> arrived = Optional.empty();

  private final ShardSeconds seconds = new ShardSeconds();
  private final BlockingQueue<Delivery> inbox = new LinkedBlockingQueue<>();
  private final List<ShardProcess> processes = new ArrayList<>();
  private final List<Path> errorLogs = new ArrayList<>();
  private final Map<Integer, MeasuredRun> results = new TreeMap<>();

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
   * @param others synchronizes this machine with others of the same run
   */
  public ShardCoordinator(
      List<FleetSpec> parts,
      StopSignal stop,
      Progress progress,
      RunClock clock,
      Scenario scenario,
      Barrier others) {
    this.parts = List.copyOf(parts);
    this.stop = stop;
    this.progress = Progress.all(List.of(usage, progress));
    this.clock = clock;
    this.scenario = new WaveWatch(parts.get(0).settings().population().traffic().waves(), scenario);
    this.host =
        new ScenarioHost(
            this.progress,
            stop,
            clock,
            parts.get(0).grace().unknown(),
            share -> sendToAll(new ShardMessage.Migrate(share)));
    this.others = others;
    this.barrier = new BarrierState(parts.size());
  }

  /**
   * Runs to the end, or until stopped. When a process dies, the others stop in an orderly way; the
   * instances of the dead one expire.
   *
   * @param begun the record so far; the result adds everything except the verdict and the servers
   * @param folder for the processes' error logs
   * @throws dev.nacoscapacity.core.record.RecordException when a process cannot be started
   */
  public MeasuredRun run(RunRecord begun, Path folder) {
    progress.note(Message.of("note.workers", with("count", parts.size())));
    for (int shard = 0; shard < parts.size(); shard++) {
      start(shard, folder.resolve("worker-%d.err".formatted(shard + 1)));
    }
    while (!running.all().isEmpty()) {
      next().ifPresent(this::handle);
      releaseWhenOthersHave();
      forwardStop();
      killSilentShards();
    }
    host.end();
    host.rethrowFault();
    Map<String, MeasuredRun> byName = new LinkedHashMap<>();
    results.forEach((shard, result) -> byName.put(name(shard), result));
    MeasuredRun sum = MergedFigures.merge(begun, byName, parts.size());
    // Watched here second by second, which is more exact than the sum of the shards' results.
    RunRecord run = finished(sum.run(), usage.summary()).withWaves(scenario.results());
    return new MeasuredRun(run, sum.measured());
  }

  private RunRecord finished(RunRecord merged, GeneratorUsage.Total parentUsage) {
    List<Message> notes = new ArrayList<>(merged.notes());
    stop.interruption().filter(reason -> !notes.contains(reason)).ifPresent(notes::add);
    double standIn = parentUsage.standInCpuSeconds();
    return merged
        .with()
        .durationSeconds(clock.seconds())
        .interrupted(merged.interrupted() || stop.interruption().isPresent())
        .guardStop(guardStop(merged, stop).orElse(null))
        .generatorStop(generatorStop(merged, stop).orElse(null))
        .gatewayStop(stop.gateway().orElse(merged.gatewayStop()))
        .generator(
            Optional.ofNullable(merged.generator())
                .map(
                    sum ->
                        sum.withParent(
                            standIn > 0 ? standIn : null, parentUsage.residentMaxBytes()))
                .orElse(null))
        .notes(notes)
        .build();
  }

  /**
   * Why the guard stopped the run. Only this process runs a guard, so harm reported by a shard
   * means that it got no answers, which is no evidence if any shard was late itself.
   */
  static Optional<Message> guardStop(RunRecord merged, StopSignal stop) {
    return generatorStop(merged, stop).isPresent()
        ? stop.loss()
        : stop.harm().or(() -> Optional.ofNullable(merged.guardStop()));
  }

  static Optional<Message> generatorStop(RunRecord merged, StopSignal stop) {
    return stop.generator().or(() -> Optional.ofNullable(merged.generatorStop()));
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
      stop.stop(StopSignal.Cause.INTERRUPTED, Message.of("stop.thread"));
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
    if (message instanceof ShardMessage.Arrived step) {
      arrived = barrier.come(shard, step).or(() -> arrived);
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
      progress.note(Message.of("note.of", with("names", name(shard)).and("note", note.note())));
    } else if (message instanceof ShardMessage.Stop request) {
      stop.stop(request.cause(), request.reason());
    } else if (message instanceof ShardMessage.Failed failed) {
      ending.add(shard);
      stop(
          Message.of(
              "stop.workerGaveUp", with("worker", name(shard)).and("fault", failed.fault())));
    } else if (message instanceof ShardMessage.Done end) {
      ending.add(shard);
      results.put(shard, end.result());
    }
  }

  private void releaseWhenOthersHave() {
    Optional<Barrier.Go> go = arrived.flatMap(all -> others.pass(all.step(), all.well()));
    if (go.isPresent()) {
      long wait = Math.max(BarrierState.NOTICE.toNanos(), go.get().at() - clock.nanos());
      Barrier.Step step = arrived.get().step();
      arrived = Optional.empty();
      release(new ShardMessage.Go(step, go.get().well(), Instant.now().plusNanos(wait)));
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
          Message.of(
              "stop.workerEnded",
              with("worker", name(shard))
                  .and("shard", population.shard().toString())
                  .and("pid", Long.toString(processes.get(shard).pid()))
                  .and("end", processes.get(shard).end())
                  .and("stays", population.stays())));
    }
  }

  private void stop(Message reason) {
    progress.note(reason);
    stop.stop(StopSignal.Cause.INTERRUPTED, reason);
  }

  /** The name of a shard in notes. */
  private String name(int shard) {
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
          Message.of(
              "note.workerSilent",
              with("worker", name(shard)).and("seconds", RunningWorkers.SILENCE.toSeconds())));
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
      sendToAll(new ShardMessage.Stop(StopSignal.Cause.INTERRUPTED, Message.of("stop.brokeOff")));
      long deadline = System.nanoTime() + LEAVING.toNanos();
      running.all().forEach(shard -> processes.get(shard).awaitEnd(deadline));
      processes.forEach(ShardProcess::close);
      usage.close();
    }
  }
}
