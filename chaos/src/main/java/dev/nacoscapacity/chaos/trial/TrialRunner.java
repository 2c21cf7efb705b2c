package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.reports.experiment.Experiment.Baseline;
import dev.nacoscapacity.reports.experiment.Experiment.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The stages of a trial, one after the other. Whatever ends them, what is broken is mended. What
 * was found may be read while they still go on: the end of a run waits for them only so long.
 */
final class TrialRunner implements Runnable {

  private final ExperimentSpec spec;
  private final FaultPlan method;
  private final TrialContext site;
  private final SteadyWait steady;
  private final List<Stage> stages = new CopyOnWriteArrayList<>();
  private volatile String problem;
  private volatile boolean over;

  TrialRunner(ExperimentSpec spec, FaultPlan method, TrialContext site) {
    this.spec = spec;
    this.method = method;
    this.site = site;
    this.steady = new SteadyWait(spec.hypothesis().recorded(), site);
  }

  @Override
  public void run() {
    try {
      if (gate()) {
        stage("method", this::carryOut);
        site.progress().accept("observing for up to %d s".formatted(spec.observe().toSeconds()));
        stage("observe", () -> steady.await(spec.observe()));
        settle();
      }
    } catch (InterruptedException e) {
      problem = "it was interrupted";
    } catch (IllegalArgumentException | ClusterException e) {
      problem = e.getMessage();
    } catch (RuntimeException e) {
      problem = "internal error: " + e;
      throw e;
    } finally {
      try {
        mend();
      } finally {
        over = true;
      }
    }
  }

  /** Mends what is broken, whether this thread is interrupted or not. */
  void mend() {
    boolean interrupted = Thread.interrupted();
    try {
      site.heal(site.breakage().broken());
    } catch (ClusterException e) {
      add(e.getMessage());
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** What fails twice is told once. */
  private synchronized void add(String what) {
    if (problem == null) {
      problem = what;
    } else if (!problem.contains(what)) {
      problem = problem + "; " + what;
    }
  }

  boolean over() {
    return over;
  }

  /** Why it was not carried out as it was meant; null when it was. */
  String problem() {
    return problem;
  }

  /** Those that have ended. */
  List<Stage> stages() {
    return List.copyOf(stages);
  }

  /** Null when the gate never opened. */
  Baseline baseline() {
    return steady.baseline();
  }

  private boolean gate() throws InterruptedException {
    double stretch = spec.hypothesis().stretch().toMillis() / 1e3;
    Duration limit = spec.hypothesis().gate();
    site.progress().accept("gate: waiting for %.0f s of steady state".formatted(stretch));
    Optional<String> missed = stage("gate", () -> steady.await(limit));
    missed.ifPresent(
        what ->
            problem =
                "the steady state did not hold for %.0f s within %d s (%s)"
                    .formatted(stretch, limit.toSeconds(), what));
    return missed.isEmpty();
  }

  private Optional<String> carryOut() throws InterruptedException {
    method.carryOut();
    return Optional.empty();
  }

  /** Mends what was to stay broken while it was observed, and watches once more. */
  private void settle() throws InterruptedException {
    if (spec.healAfter() == null) {
      site.heal(site.breakage().broken());
      stage("settled", () -> steady.await(spec.observe()));
    }
  }

  private interface Action {
    Optional<String> run() throws InterruptedException;
  }

  private Optional<String> stage(String name, Action action) throws InterruptedException {
    double from = site.timeline().now();
    try {
      return action.run();
    } finally {
      stages.add(new Stage(name, from, site.timeline().now()));
    }
  }
}
