package dev.nacoscapacity.simulator.study.plan;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.session.TrialFigures;
import dev.nacoscapacity.simulator.study.StudyFolder;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A plan on disk: each row is written to {@code study.json} as soon as it is over, so that an
 * interrupted plan can be resumed. Consecutive rows with equal settings share a cluster. Short runs
 * of the first row of each kind of clients, without a verdict, warm the cluster until the cost of a
 * call no longer falls and JIT compilation has ended.
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
     * @return its result; empty when the run could not be made or was interrupted, which the runner
     *     has reported
     */
    Optional<PlanTrial> run(int number, PlanRow row, String name);
  }

  private final Plan plan;
  private final StudyFolder<PlanTrial> folder;
  private final Runner runner;

  /** The shared cluster; empty when each run has a cluster of its own. */
  private final Optional<SharedCluster> cluster;

  private final Consumer<String> progress;
  private final BooleanSupplier stopped;

  /**
   * @param folder new, or with completed rows
   * @param clusters that rows share; empty when each run has a cluster of its own
   * @param progress receives a line before each row, and one with its result
   * @param stopped whether to stop before the next row
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
    this.cluster = clusters.map(each -> new SharedCluster(each, this::say));
    this.progress = progress;
    this.stopped = stopped;
  }

  /**
   * Runs the remaining rows.
   *
   * @return whether all rows are done
   */
  public boolean run() {
    folder.write();
    try {
      for (int number = last(folder.trials()) + 1; number <= plan.rows().size(); number++) {
        PlanRow row = plan.rows().get(number - 1);
        if (isOver(row, folder.trials())) {
          continue;
        }
        Optional<PlanTrial> trial = row(number, row);
        if (trial.isEmpty()) {
          return false;
        }
        folder.add(trial.get().result().run(), trial.get());
      }
    } finally {
      cluster.ifPresent(SharedCluster::leave);
    }
    List<PlanTrial> trials = folder.trials();
    long passed = trials.stream().filter(trial -> trial.result().status() == Status.PASS).count();
    folder.end(
        Optional.empty(),
        Message.of("plan.rows", with("passed", passed).and("rows", trials.size())));
    folder.requireNews();
    return true;
  }

  private void say(Message line) {
    progress.accept(line.in(folder.language()));
  }

  /** The rows that are left after some trials; a round that ends early leaves some of them out. */
  static List<PlanRow> left(Plan plan, List<PlanTrial> trials) {
    return plan.rows().stream().skip(last(trials)).filter(row -> !isOver(row, trials)).toList();
  }

  private static int last(List<PlanTrial> trials) {
    return trials.isEmpty() ? 0 : trials.get(trials.size() - 1).row();
  }

  /** Whether the round has its answer already. */
  private static boolean isOver(PlanRow row, List<PlanTrial> trials) {
    return row.until() != null
        && trials.stream()
            .filter(trial -> row.round().equals(trial.round()))
            .anyMatch(trial -> trial.result().status() == row.until());
  }

  private Optional<PlanTrial> row(int number, PlanRow row) {
    if (stopped.getAsBoolean()) {
      return Optional.empty();
    }
    return cluster.isPresent() ? rowOn(cluster.get(), number, row) : trial(number, row, row);
  }

  private Optional<PlanTrial> rowOn(SharedCluster cluster, int number, PlanRow row) {
    if (followsAnOverload(number) && cluster.replace()) {
      say(Message.of("plan.nextCluster"));
    }
    Optional<PlanTrial> trial = attempt(cluster, number, row);
    if (trial.isEmpty() && !stopped.getAsBoolean() && cluster.replace()) {
      say(Message.of("plan.brokenCluster"));
      trial = attempt(cluster, number, row);
    }
    return trial;
  }

  /** Whether the row is the first after a round that raised the load until it was too much. */
  private boolean followsAnOverload(int number) {
    if (number == 1) {
      return false;
    }
    PlanRow before = plan.rows().get(number - 2);
    return before.until() == Status.FAIL
        && !before.round().equals(plan.rows().get(number - 1).round());
  }

  private Optional<PlanTrial> attempt(SharedCluster cluster, int number, PlanRow row) {
    cluster.prepare(row.cluster());
    if (!cluster.isWarm(row.clientKind()) && !warm(cluster, number, row)
        || stopped.getAsBoolean()) {
      return Optional.empty();
    }
    Optional<PlanTrial> trial = trial(number, row, row.onWarmCluster());
    trial.ifPresent(result -> cluster.judged(result.result().status()));
    // A load that breaks a node has failed, and counts; a pass beside a dead node does not.
    return trial.filter(result -> result.result().status() == Status.FAIL || allRun(cluster));
  }

  private boolean allRun(SharedCluster cluster) {
    Optional<Message> down = cluster.down();
    down.ifPresent(node -> say(Message.of("plan.notCounted", with("down", node))));
    return down.isEmpty();
  }

  private Optional<PlanTrial> trial(int number, PlanRow row, PlanRow asRun) {
    say(
        Message.of(
            "plan.row",
            with("row", number)
                .and("rows", plan.rows().size())
                .and("round", row.round())
                .and("load", row.load().toString())));
    Optional<PlanTrial> trial = runner.run(number, asRun, "%02d-%s".formatted(number, size(row)));
    trial.ifPresent(result -> progress.accept("  " + result.result().words(folder.language())));
    return trial;
  }

  private static String size(PlanRow row) {
    return row.load().getOrDefault("instances", "profile");
  }

  /** Warms a cluster that was just started; the results of these slow runs are discarded. */
  private boolean warm(SharedCluster cluster, int number, PlanRow row) {
    PlanRow warming = row.toWarm();
    Optional<PlanTrial> before = Optional.empty();
    for (int turn = 1; turn <= TrialFigures.MOST_TO_WARM && !stopped.getAsBoolean(); turn++) {
      say(Message.of("plan.warming"));
      Optional<PlanTrial> now = runner.run(number, warming, "%02d-warming".formatted(number));
      if (now.isEmpty()) {
        return false;
      }
      cluster.judged(now.get().result().status());
      TrialFigures figures = now.get().result().figures();
      progress.accept("  " + figures.words(folder.language()));
      if (now.get().result().status() == Status.FAIL && cluster.down().isPresent()) {
        say(Message.of("plan.brokeWhileWarming", with("down", cluster.down().get())));
        cluster.prepare(row.cluster());
        Optional<PlanRow> lighter = warming.ofHalf();
        if (lighter.isEmpty()) {
          break;
        }
        warming = lighter.get();
        before = Optional.empty();
        continue;
      }
      if (before.isPresent() && figures.levelAfter(before.get().result().figures())) {
        break;
      }
      before = now;
    }
    cluster.warmed(row.clientKind());
    return allRun(cluster);
  }
}
