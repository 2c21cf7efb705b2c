package dev.nacoscapacity.simulator.study.plan;

import dev.nacoscapacity.reports.verdict.Status;
import dev.nacoscapacity.simulator.study.StudyFolder;
import dev.nacoscapacity.simulator.study.TrialFigures;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A plan on disk: each row is in {@code study.json} as soon as it is over, so that the plan goes on
 * where it was interrupted. Rows in succession with equal settings share a cluster, which is warmed
 * by short runs of the first of them that nobody judges, until a call costs it no less and its JVMs
 * have compiled what they run.
 */
public final class PlanStudy {

  /** The kind in {@code study.json}. */
  public static final String KIND = "plan";

  /** Makes the runs. */
  public interface Runner {

    /**
     * Makes one run against the local cluster.
     *
     * @param name of its folder within the study's
     * @return what came of it; empty when it could not be made or was interrupted, which the runner
     *     has reported
     */
    Optional<PlanTrial> run(int number, Row row, String name);
  }

  private final Plan plan;
  private final StudyFolder<PlanTrial> folder;
  private final Runner runner;

  /** Empty where each run has a cluster of its own. */
  private final Optional<SharedCluster> cluster;

  private final Consumer<String> progress;
  private final BooleanSupplier stopped;

  /**
   * @param folder new, or with the rows that were run before
   * @param clusters that rows share; empty where each run has one of its own
   * @param progress takes a line for each row to come, and one for its result
   * @param stopped whether somebody wants it to end before its next row
   */
  public PlanStudy(
      Plan plan,
      StudyFolder<PlanTrial> folder,
      Runner runner,
      Optional<Clusters> clusters,
      Consumer<String> progress,
      BooleanSupplier stopped) {
    this.plan = plan;
    this.folder = folder;
    this.runner = runner;
    this.cluster = clusters.map(each -> new SharedCluster(each, progress));
    this.progress = progress;
    this.stopped = stopped;
  }

  /**
   * Runs the rows that are left.
   *
   * @return whether all rows are done
   */
  public boolean run() {
    folder.write();
    try {
      for (int number = last(folder.trials()) + 1; number <= plan.rows().size(); number++) {
        Row row = plan.rows().get(number - 1);
        if (isOver(row, folder.trials())) {
          continue;
        }
        Optional<PlanTrial> trial = row(number, row);
        if (trial.isEmpty()) {
          return false;
        }
        folder.add(trial.get().run(), trial.get());
      }
    } finally {
      cluster.ifPresent(SharedCluster::leave);
    }
    List<PlanTrial> trials = folder.trials();
    long passed = trials.stream().filter(trial -> trial.status() == Status.PASS).count();
    folder.end(null, "%d of %d rows pass.".formatted(passed, trials.size()));
    return true;
  }

  private static int last(List<PlanTrial> trials) {
    return trials.isEmpty() ? 0 : trials.get(trials.size() - 1).row();
  }

  /** Whether the round has its answer already. */
  private static boolean isOver(Row row, List<PlanTrial> trials) {
    return row.untilPass()
        && trials.stream()
            .filter(trial -> row.round().equals(trial.round()))
            .anyMatch(trial -> trial.status() == Status.PASS);
  }

  private Optional<PlanTrial> row(int number, Row row) {
    if (stopped.getAsBoolean()) {
      return Optional.empty();
    }
    return cluster.isPresent() ? rowOn(cluster.get(), number, row) : trial(number, row, row);
  }

  private Optional<PlanTrial> rowOn(SharedCluster cluster, int number, Row row) {
    cluster.prepare(row.cluster());
    if (!cluster.isWarm() && !warm(cluster, number, row) || stopped.getAsBoolean()) {
      return Optional.empty();
    }
    Optional<PlanTrial> trial = trial(number, row, row.onWarmCluster());
    if (row.breaksNodes()) {
      // What does not come back by itself is in the row's verdict.
      cluster.cooled();
      return trial;
    }
    return trial.isPresent() && cluster.allRun() ? trial : Optional.empty();
  }

  private Optional<PlanTrial> trial(int number, Row row, Row asRun) {
    progress.accept(
        "row %d of %d: %s %s".formatted(number, plan.rows().size(), row.round(), row.load()));
    Optional<PlanTrial> trial = runner.run(number, asRun, "%02d-%s".formatted(number, size(row)));
    trial.ifPresent(done -> progress.accept(result(done)));
    return trial;
  }

  private static String result(PlanTrial trial) {
    return "  " + trial.figures().result(trial.status(), trial.reasons());
  }

  private static String size(Row row) {
    return row.load().get("instances");
  }

  /** A cluster that was just started is slow: what it would say of a row is not kept. */
  private boolean warm(SharedCluster cluster, int number, Row row) {
    Optional<PlanTrial> before = Optional.empty();
    for (int turn = 1; turn <= TrialFigures.MOST_TO_WARM && !stopped.getAsBoolean(); turn++) {
      progress.accept("warming the cluster by a short run that does not count");
      Optional<PlanTrial> now = runner.run(number, row.toWarm(), "%02d-warming".formatted(number));
      if (now.isEmpty()) {
        return false;
      }
      TrialFigures figures = now.get().figures();
      progress.accept("  " + figures.words());
      if (before.isPresent() && figures.levelAfter(before.get().figures())) {
        break;
      }
      before = now;
    }
    cluster.warmed();
    return cluster.allRun();
  }
}
