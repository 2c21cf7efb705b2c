package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.core.merge.ShardResult;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.time.Time;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.simulator.run.Barrier;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunClock;
import dev.nacoscapacity.simulator.run.RunSecond;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.SecondPublisher;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Coordinates the workers of a run: synchronizes their steps, adds up their seconds for the
 * progress listeners, runs the scenario in this process while the measurement window is open, and
 * stops all workers when one requests a stop. Runs on the run's thread, except for the receipt of
 * messages.
 */
final class WorkerCoordinator implements Scenario.Events, AutoCloseable {

  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

  /** The time for workers to deregister after a fault of this process. */
  private static final Duration LEAVING = Duration.ofSeconds(60);

  /**
   * A message from a worker.
   *
   * @param message null when its process has exited
   */
  private record Delivery(int worker, WorkerMessage message) {}

  private final List<WorkerMessage.Assignment> assignments;
  private final StopSignal stop;
  private final Progress progress;
  private final SecondPublisher publisher;
  private final RunClock clock;
  private final Scenario scenario;
  private final BarrierState barrier;
  private final WorkerSeconds seconds = new WorkerSeconds();
  private final BlockingQueue<Delivery> inbox = new LinkedBlockingQueue<>();
  private final List<WorkerProcess> processes = new ArrayList<>();
  private final List<Path> errorLogs = new ArrayList<>();
  private final Map<Integer, ShardResult> results = new TreeMap<>();

  private final RunningWorkers running = new RunningWorkers();

  /** Workers that have sent their result or failure, so that their exit is expected. */
  private final Set<Integer> ending = new HashSet<>();

  /** The share of gRPC clients requested by the scenario's thread; null once sent to workers. */
  private final AtomicReference<Double> grpcShare = new AtomicReference<>();

  private final Set<String> begunPhases = new HashSet<>();
  private boolean registryComplete;
  private boolean scenarioRunning;
  private boolean scenarioEnding;
  private boolean windowEnded;
  private boolean stopSent;

  WorkerCoordinator(
      List<WorkerMessage.Assignment> assignments,
      StopSignal stop,
      Progress progress,
      RunClock clock,
      Scenario scenario) {
    this.assignments = List.copyOf(assignments);
    this.stop = stop;
    this.progress = progress;
    this.publisher = new SecondPublisher(progress, stop);
    this.clock = clock;
    this.scenario = scenario;
    this.barrier = new BarrierState(assignments.size(), InstantSource.system());
  }

  /**
   * Starts a worker for each assignment, and returns when the last one has exited.
   *
   * @param folder for their error logs
   * @return the results of the workers that finished, by worker number from 0
   */
  Map<Integer, ShardResult> run(Path folder) {
    progress.note(
        "the fleet needs more descriptors than this process may have; worker processes: "
            + assignments.size());
    for (int worker = 0; worker < assignments.size(); worker++) {
      start(worker, folder.resolve("worker-%d.err".formatted(worker + 1)));
    }
    while (!running.all().isEmpty()) {
      Delivery next = next();
      if (next != null && next.message() == null) {
        workerExited(next.worker());
      } else if (next != null && running.all().contains(next.worker())) {
        running.noteMessage(next.worker(), System.nanoTime());
        handle(next.worker(), next.message());
      }
      forwardShare();
      forwardStop();
      killSilentWorkers();
    }
    endScenario();
    publisher.rethrowFault();
    return results;
  }

  private void start(int worker, Path errors) {
    WorkerProcess process = WorkerProcess.start(errors);
    processes.add(process);
    errorLogs.add(errors);
    running.noteMessage(worker, System.nanoTime());
    process.send(assignments.get(worker));
    process.listen(
        message -> inbox.add(new Delivery(worker, message)),
        () -> inbox.add(new Delivery(worker, null)));
  }

  private Delivery next() {
    try {
      return inbox.poll(POLL_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      stop.stop(StopSignal.Cause.INTERRUPTED, "the run's thread was interrupted");
      return null;
    }
  }

  private void handle(int worker, WorkerMessage message) {
    if (message instanceof WorkerMessage.Arrived arrived) {
      barrier.come(worker, arrived).ifPresent(this::release);
    } else if (message instanceof WorkerMessage.Phase begun) {
      // The first worker to begin a phase begins it for all.
      if (begunPhases.add(begun.name())) {
        beginPhase(begun);
      }
    } else if (message instanceof WorkerMessage.Second second) {
      seconds.add(worker, second);
      publishDueSecond();
    } else if (message instanceof WorkerMessage.Scraped answer) {
      progress.scraped(answer.node(), answer.metrics());
    } else if (message instanceof WorkerMessage.Note note) {
      progress.note(name(worker) + ": " + note.text());
    } else if (message instanceof WorkerMessage.Stop request) {
      stop.stop(request.cause(), request.reason());
    } else if (message instanceof WorkerMessage.Failed failed) {
      ending.add(worker);
      String text = name(worker) + " gave up: " + failed.fault();
      progress.note(text);
      stop.stop(StopSignal.Cause.INTERRUPTED, text);
    } else if (message instanceof WorkerMessage.Done end) {
      ending.add(worker);
      results.put(worker, new ShardResult(end.run(), end.measured()));
    }
  }

  private void release(WorkerMessage.Go go) {
    // Without a complete registry the window only collects evidence, and no scenario runs.
    registryComplete |= go.step() == Barrier.Step.COMPLETE && go.well();
    sendToAll(go);
  }

  private void beginPhase(WorkerMessage.Phase begun) {
    progress.phase(begun.name(), begun.expected());
    if (scenarioRunning) {
      // The last second of the window is complete once the slowest worker has sent it.
      scenarioEnding = seconds.isPartial();
      if (!scenarioEnding) {
        endScenario();
      }
    } else if (registryComplete && begun.name().equals(Phases.MEASURE)) {
      scenarioRunning = true;
      scenario.begin(this);
    }
  }

  private void endScenario() {
    if (scenarioRunning) {
      scenarioRunning = false;
      scenario.end();
    }
  }

  private void publishDueSecond() {
    if (seconds.isDue()) {
      publish(seconds.take(clock.seconds()));
    }
  }

  private void publish(RunSecond second) {
    publisher.publish(second);
    if (scenarioRunning) {
      scenario.second(second);
      if (scenarioEnding) {
        endScenario();
      } else if (scenario.over() && !windowEnded) {
        windowEnded = true;
        sendToAll(new WorkerMessage.EndWindow());
      }
    }
  }

  private void workerExited(int worker) {
    running.exited(worker);
    seconds.remove(worker);
    publishDueSecond();
    try {
      if (Files.size(errorLogs.get(worker)) == 0) {
        Files.delete(errorLogs.get(worker));
      }
    } catch (IOException e) {
      // A remaining empty file is harmless.
    }
    if (!ending.contains(worker)) {
      Population population = assignments.get(worker).fleet().settings().population();
      String text =
          "%s (shard %s, pid %d) %s; what it had registered expires within 30 s%s"
              .formatted(
                  name(worker),
                  population.shard(),
                  processes.get(worker).pid(),
                  processes.get(worker).end(),
                  population.stays());
      progress.note(text);
      stop.stop(StopSignal.Cause.INTERRUPTED, text);
    }
  }

  /** The name of a worker in notes. */
  String name(int worker) {
    return "worker %d of %d".formatted(worker + 1, assignments.size());
  }

  private void forwardShare() {
    Double share = grpcShare.getAndSet(null);
    if (share != null) {
      sendToAll(new WorkerMessage.Migrate(share));
    }
  }

  private void forwardStop() {
    if (!stopSent && stop.request().isPresent()) {
      StopSignal.Request request = stop.request().get();
      sendToAll(new WorkerMessage.Stop(request.cause(), request.reason()));
      stopSent = true;
    }
  }

  private void sendToAll(WorkerMessage message) {
    running.all().forEach(worker -> processes.get(worker).send(message));
  }

  private void killSilentWorkers() {
    for (int worker : running.silent(System.nanoTime())) {
      // Its death by signal 9 is reported when the process has exited.
      progress.note(
          "%s sent nothing for %d s and is ended"
              .formatted(name(worker), RunningWorkers.SILENCE.toSeconds()));
      processes.get(worker).close();
    }
  }

  @Override
  public Time time() {
    return clock.time();
  }

  @Override
  public double seconds() {
    return clock.seconds();
  }

  @Override
  public Duration unknownAfter() {
    return assignments.get(0).fleet().unknownAfter();
  }

  @Override
  public void event(String kind, Map<String, Object> fields) {
    progress.event(kind, fields);
  }

  @Override
  public void migrate(double share) {
    grpcShare.set(share);
  }

  /**
   * Ends the scenario, which repairs its faults. Workers that still run, after a fault of this
   * process, are stopped in order, so that nothing of theirs stays in the registry.
   */
  @Override
  public void close() {
    try {
      endScenario();
    } finally {
      sendToAll(new WorkerMessage.Stop(StopSignal.Cause.INTERRUPTED, "the run broke off"));
      long deadline = System.nanoTime() + LEAVING.toNanos();
      running.all().forEach(worker -> processes.get(worker).awaitEnd(deadline));
      processes.forEach(WorkerProcess::close);
    }
  }
}
