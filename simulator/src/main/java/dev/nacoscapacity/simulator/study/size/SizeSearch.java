package dev.nacoscapacity.simulator.study.size;

import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.verdict.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Chooses clusters by arithmetic, and accepts a cluster only after a run at full size. In any
 * requested state it must hold the load with the {@link #planned} part of its capacity.
 */
final class SizeSearch {

  /**
   * The share of a predicted capacity to plan with: the least that was measured is 38 %, see "How
   * far predictions were off" in docs/explanation/model.md.
   */
  private static final double HELD = 1 / 3.0;

  /**
   * Utilization that counts as full: models with two cores passed at 92 % and failed at 98 %; with
   * eight cores they passed at 97 %.
   */
  static final double FULL = 0.95;

  /** Load of the run beyond capacity, relative to full nodes. */
  private static final double BEYOND = 1.1;

  /**
   * Limit on that load relative to the requested one, since a larger model needs more memory than
   * this process has.
   */
  private static final long MOST_TIMES = 5;

  /** The largest share of live data in a heap; above it collections are expensive. */
  private static final double LIVE = 0.5;

  /** A kind with enough processors and heap is given up after this many failures. */
  private static final int TRIES = 3;

  /** A run could not begin, for example because its model needs more memory than there is. */
  static final class StartException extends RecordException {

    private static final long serialVersionUID = 1;

    StartException(String run) {
      super("no answer: the run " + run + " could not begin");
    }
  }

  /** Makes runs. */
  interface Runs {

    /** Counts the work of few instances on a number of nodes. */
    Demand count(int nodes);

    /**
     * Makes a run.
     *
     * @param alive the live nodes
     * @throws StartException when it could not begin
     * @throws RecordException when it was cut short, or cannot be recorded
     */
    ClusterTrial run(ClusterTrial.Stage stage, ClusterSize alive, int dead, int instances);
  }

  private final SizeQuestion question;
  private final int instances;
  private final Grid grid;
  private final Runs runs;
  private final Map<Integer, Demand> demands = new HashMap<>();

  /** Runs that failed, or passed without the margin, by their live nodes. */
  private final Map<ClusterSize, ClusterTrial> failed = new HashMap<>();

  SizeSearch(SizeQuestion question, Runs runs) {
    this.question = question;
    this.instances = question.instances();
    this.grid = question.grid();
    this.runs = runs;
    grid.counted().forEach(nodes -> demands.put(nodes, runs.count(nodes)));
  }

  /**
   * Finds the smallest cluster of each kind, and what breaks first beyond the best of them.
   *
   * @throws RecordException when a run is not usable
   */
  SizeAnswer answer() {
    List<SizedCluster> clusters = new ArrayList<>();
    List<SizeAnswer.SmallCluster> tooSmall = new ArrayList<>();
    for (Iterator<List<Grid.Candidate>> rows = grid.rows().iterator(); rows.hasNext(); ) {
      List<Grid.Candidate> row = rows.next();
      Optional<SizedCluster> first = first(row);
      if (first.isEmpty() && clusters.isEmpty() && !rows.hasNext()) {
        // If arithmetic rules out all candidates, a run shows what breaks.
        first = confirmed(largest(row));
      }
      first.ifPresentOrElse(clusters::add, () -> tooSmall.add(tooSmall(largest(row))));
    }
    Optional<SizedCluster> best = SizeAnswer.best(clusters);
    return new SizeAnswer(
        clusters,
        tooSmall,
        best.isPresent() ? beyond(best.get()) : tooSmall.get(tooSmall.size() - 1).trial());
  }

  private Optional<SizedCluster> first(List<Grid.Candidate> row) {
    return row.stream()
        .takeWhile(candidate -> unable(row) < TRIES)
        .filter(this::isEnough)
        .map(this::confirmed)
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** How many candidates did not carry the load; one that did, but is too small, needs little. */
  private long unable(List<Grid.Candidate> row) {
    return row.stream()
        .map(this::alive)
        .distinct()
        .map(failed::get)
        .filter(trial -> trial != null && !trial.passed())
        .count();
  }

  /** The last tried candidate, or the last of all. */
  private Grid.Candidate largest(List<Grid.Candidate> row) {
    return row.stream()
        .filter(candidate -> failed.containsKey(alive(candidate)))
        .reduce((one, next) -> next)
        .orElse(row.get(row.size() - 1));
  }

  /** The instances to plan with, of those at which a cluster breaks by the model. */
  static int planned(int breaksAt) {
    return (int) (HELD * breaksAt);
  }

  /** Whether a candidate is large enough by arithmetic, with evenly distributed work. */
  private boolean isEnough(Grid.Candidate candidate) {
    ClusterSize alive = alive(candidate);
    return Stream.of(alive, alive.withNodes(candidate.nodes()))
        .allMatch(size -> planned(demands.get(size.nodes()).capacity(size, FULL)) >= instances);
  }

  /** Confirms a candidate by a run; empty unless it passes and is enough with the run's skew. */
  private Optional<SizedCluster> confirmed(Grid.Candidate candidate) {
    ClusterSize alive = alive(candidate);
    if (failed.containsKey(alive)) {
      return Optional.empty();
    }
    ClusterTrial trial = runs.run(ClusterTrial.Stage.ASKED, alive, grid.survive(), instances);
    if (trial.result().status() == Status.INCONCLUSIVE) {
      throw new RecordException(
          "no answer: the run on %s is inconclusive: %s"
              .formatted(alive.words(Language.ENGLISH), trial.result().reasons().get(0).text()));
    }
    ClusterSize whole = alive.withNodes(candidate.nodes());
    Demand all = demand(whole, trial);
    int breaksAt = all.capacity(whole, FULL);
    int survivors = Math.min(breaksAt, demand(alive, trial).capacity(alive, FULL));
    if (!trial.passed() || planned(survivors) < instances) {
      failed.put(alive, trial);
      return Optional.empty();
    }
    ClusterSize remainder = whole.withNodes(whole.nodes() - grid.dead());
    return Optional.of(
        new SizedCluster(
            whole,
            trial,
            grid.survive() == 0 ? trial.use().cpuShare() : all.utilisation(instances, whole),
            breaksAt,
            // No more than the whole cluster carries, with which the load begins.
            2 * remainder.nodes() > whole.nodes()
                ? planned(Math.min(breaksAt, demand(remainder, trial).capacity(remainder, FULL)))
                : 0));
  }

  /** The demand with the skew of a run at full size. */
  private Demand demand(ClusterSize size, ClusterTrial trial) {
    return demands.get(size.nodes()).skewed(trial.skew());
  }

  private SizeAnswer.SmallCluster tooSmall(Grid.Candidate largest) {
    ClusterSize alive = alive(largest);
    Optional<ClusterTrial> trial = Optional.ofNullable(failed.get(alive));
    Demand demand =
        trial.map(run -> demand(alive, run)).orElseGet(() -> demands.get(alive.nodes()));
    return new SizeAnswer.SmallCluster(alive, demand.capacity(alive, FULL), trial);
  }

  /**
   * The live nodes of a candidate, with the smallest heap that is less than half full, or else the
   * largest.
   */
  private ClusterSize alive(Grid.Candidate candidate) {
    int nodes = candidate.nodes() - grid.survive();
    double live = demands.get(nodes).live(instances);
    long heap =
        grid.heaps().stream()
            .filter(megabytes -> live < LIVE * (megabytes << 20))
            .findFirst()
            .orElse(grid.heaps().get(grid.heaps().size() - 1));
    return new ClusterSize(nodes, candidate.cores(), heap, grid.speed());
  }

  /** Empty when the run cannot be made: a larger model may need more memory than there is. */
  private Optional<ClusterTrial> beyond(SizedCluster best) {
    long more = Math.min(MOST_TIMES * instances, Math.round(BEYOND * best.breaksAt()));
    try {
      return Optional.of(runs.run(ClusterTrial.Stage.BEYOND, best.size(), 0, (int) more));
    } catch (StartException e) {
      return Optional.empty();
    }
  }

  /** The approximate capacity in instances, by the cores of a node; with the largest heap. */
  static Map<Integer, Integer> capacities(Demand demand, Grid grid) {
    Map<Integer, Integer> all = new TreeMap<>();
    long heap = grid.heaps().get(grid.heaps().size() - 1);
    for (int cores : grid.growsByNodes() ? grid.cores() : Grid.CORES) {
      ClusterSize size = new ClusterSize(demand.nodes(), cores, heap, grid.speed());
      all.put(cores, demand.capacity(size, FULL));
    }
    return all;
  }
}
