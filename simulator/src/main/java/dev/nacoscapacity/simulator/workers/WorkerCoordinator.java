package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.reports.record.Event;
import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.simulator.run.Board;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.StopSignal;
import java.io.File;
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

/**
 * The workers of a run: keeps them in step, shows how they do, and ends all when one has to end.
 * Everything happens on the run's thread, but for hearing what they say.
 */
final class WorkerCoordinator implements AutoCloseable {

  private static final Duration LOOK = Duration.ofMillis(100);

  /** A worker speaks each second; a process that is stopped, or swapped out, does not. */
  private static final Duration SILENCE = Duration.ofSeconds(60);

  /**
   * Something that a worker said.
   *
   * @param word null when its process is gone
   */
  private record Said(int worker, WorkerMessage word) {}

  private final List<WorkerAssignment> orders;
  private final StopSignal stop;
  private final Progress progress;
  private final ParentUsage parent;
  private final ScenarioHost stage;
  private final BarrierState steps;
  private final CommonBoard board = new CommonBoard();
  private final BlockingQueue<Said> said = new LinkedBlockingQueue<>();
  private final List<WorkerProcess> processes = new ArrayList<>();

  /** When each that is there spoke last. */
  private final Map<Integer, Long> heard = new TreeMap<>();

  /** Whose end is no surprise. */
  private final Set<Integer> done = new HashSet<>();

  private final Set<String> phases = new HashSet<>();
  private String phase = "start";
  private boolean overTold;
  private boolean stopTold;

  private WorkerCoordinator(
      List<WorkerAssignment> orders,
      StopSignal stop,
      Progress progress,
      ParentUsage parent,
      ScenarioHost stage) {
    this.orders = orders;
    this.stop = stop;
    this.progress = progress;
    this.parent = parent;
    this.stage = stage;
    this.steps = new BarrierState(orders.size(), InstantSource.system());
  }

  /** Starts a worker for each order. */
  static WorkerCoordinator start(
      List<WorkerAssignment> orders,
      StopSignal stop,
      Progress progress,
      ParentUsage parent,
      ScenarioHost stage) {
    WorkerCoordinator crew = new WorkerCoordinator(orders, stop, progress, parent, stage);
    try {
      for (int i = 0; i < orders.size(); i++) {
        crew.start(i, orders.get(i));
      }
      return crew;
    } catch (RuntimeException e) {
      crew.close();
      throw e;
    }
  }

  private void start(int worker, WorkerAssignment order) {
    try {
      Files.createDirectories(order.folder().getParent());
    } catch (IOException e) {
      throw new RecordException(
          "cannot write " + order.folder().getParent() + ": " + e.getMessage());
    }
    WorkerProcess process = WorkerProcess.start(errors(order.folder()));
    processes.add(process);
    heard.put(worker, System.nanoTime());
    process.say(order);
    process.listen(
        word -> said.add(new Said(worker, word)), () -> said.add(new Said(worker, null)));
  }

  private static Path errors(Path folder) {
    return folder.resolveSibling(folder.getFileName() + ".err");
  }

  /** Returns when the last worker is gone. */
  void runToTheEnd() {
    progress.note(
        "the fleet needs more descriptors than this process may have; worker processes: "
            + orders.size());
    while (!heard.isEmpty()) {
      Said next = next();
      if (next != null && next.word() == null) {
        gone(next.worker());
      } else if (next != null && heard.containsKey(next.worker())) {
        heard.put(next.worker(), System.nanoTime());
        heed(next.worker(), next.word());
      }
      passOnStop();
      endTheSilent();
    }
  }

  private Said next() {
    try {
      return said.poll(LOOK.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      stop.stop(StopSignal.Cause.INTERRUPTED, "the run's thread was interrupted");
      return null;
    }
  }

  private void heed(int worker, WorkerMessage word) {
    if (word instanceof WorkerMessage.Arrived arrived) {
      steps.come(worker, arrived).ifPresent(this::go);
    } else if (word instanceof WorkerMessage.Phase begun) {
      // The first to begin it tells for all.
      if (phases.add(begun.name())) {
        phase = begun.name();
        parent.sample(phase);
        progress.phase(phase, begun.expected());
        stage.phase(phase);
      }
    } else if (word instanceof WorkerMessage.Second second) {
      board.heard(worker, second);
      if (board.isDue()) {
        second(board.take(phase));
      }
    } else if (word instanceof WorkerMessage.Note note) {
      progress.note(name(worker) + ": " + note.text());
    } else if (word instanceof WorkerMessage.Stop request) {
      stop.stop(request.cause(), request.reason());
    } else if (word instanceof WorkerMessage.Failed failed) {
      done.add(worker);
      progress.note(name(worker) + " gave up: " + failed.fault());
      stop.stop(StopSignal.Cause.INTERRUPTED, name(worker) + " gave up: " + failed.fault());
    } else if (word instanceof WorkerMessage.Done) {
      done.add(worker);
    }
  }

  private void go(WorkerMessage.Go word) {
    stage.go(word);
    sayToAll(word);
  }

  private void second(Board all) {
    parent.sample(phase);
    progress.second(all);
    if (stage.second(all) && !overTold) {
      sayToAll(new WorkerMessage.Over());
      overTold = true;
    }
  }

  private void gone(int worker) {
    heard.remove(worker);
    board.gone(worker);
    File errors = errors(orders.get(worker).folder()).toFile();
    if (errors.length() == 0) {
      errors.delete();
    }
    if (!done.contains(worker)) {
      lost(worker, processes.get(worker).end());
    }
  }

  private void lost(int worker, String how) {
    String text =
        "%s (shard %s, pid %d) %s; what it had registered expires within 30 s"
            .formatted(
                name(worker),
                orders.get(worker).settings().population().shard(),
                processes.get(worker).pid(),
                how);
    progress.note(text);
    stage.note(Event.MESSAGE, Map.of("text", text));
    stop.stop(StopSignal.Cause.INTERRUPTED, text);
  }

  private String name(int worker) {
    return "worker %d of %d".formatted(worker + 1, orders.size());
  }

  private void passOnStop() {
    if (!stopTold && stop.request().isPresent()) {
      StopSignal.Request request = stop.request().get();
      sayToAll(new WorkerMessage.Stop(request.cause(), request.reason()));
      stopTold = true;
    }
  }

  private void sayToAll(WorkerMessage word) {
    heard.keySet().forEach(worker -> processes.get(worker).say(word));
  }

  private void endTheSilent() {
    long now = System.nanoTime();
    heard.replaceAll(
        (worker, last) -> {
          if (now - last <= SILENCE.toNanos()) {
            return last;
          }
          // Its end is told when it is gone, as one by signal 9.
          progress.note(
              "%s said nothing for %d s and is ended".formatted(name(worker), SILENCE.toSeconds()));
          processes.get(worker).close();
          return now;
        });
  }

  /** Takes down whoever is left. */
  @Override
  public void close() {
    processes.forEach(WorkerProcess::close);
  }
}
