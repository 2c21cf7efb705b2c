package dev.nacoscapacity.simulator.study.size;

import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.reports.verdict.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Chooses by arithmetic, and accepts a cluster only after a run at full size. A node may not be
 * busier than {@link #MARGIN}, in any state that is asked for: above it a small rise of load makes
 * long queues, and a model's error is a rise of load, too.
 */
final class SizeSearch {

  /** The share of its processors that a node of an answer uses at most; as in the verdict. */
  static final double MARGIN = 0.85;

  /** Models of two cores passed at 92 % and failed at 98 %; of eight they passed at 97 %. */
  static final double FULL = 0.95;

  /** Over what fills the nodes: more than there is. */
  private static final double BEYOND = 1.1;

  /** Over what was asked for: a model of many more needs more memory than this process has. */
  private static final long MOST_TIMES = 4;

  /** More of a heap than this makes collections dear. */
  private static final double LIVE = 0.5;

  /** A kind that failed so often, though it has the processors and the heap, is given up. */
  private static final int TRIES = 3;

  /** Makes runs. */
  interface Runs {

    /** The work of few instances on so many nodes. */
    Demand count(int nodes);

    /**
     * A run.
     *
     * @param alive the nodes that are not dead
     */
    SizeTrial run(SizeTrial.Stage stage, ClusterSize alive, int dead, int instances);
  }

  private final SizeQuestion question;
  private final int instances;
  private final Grid grid;
  private final Runs runs;
  private final Map<Integer, Demand> demands = new HashMap<>();

  /** Runs that failed, or passed without the margin, by the nodes that were not dead. */
  private final Map<ClusterSize, SizeTrial> failed = new HashMap<>();

  SizeSearch(SizeQuestion question, Runs runs) {
    this.question = question;
    this.instances = question.instances();
    this.grid = question.grid();
    this.runs = runs;
    grid.counted().forEach(nodes -> demands.put(nodes, runs.count(nodes)));
  }

  /**
   * The smallest of each kind, what breaks first beyond the best of them, and its band.
   *
   * @throws RecordException when a run says nothing about its cluster
   */
  SizeAnswer answer() {
    List<SizedCluster> found = new ArrayList<>();
    List<SizeAnswer.TooSmall> tooSmall = new ArrayList<>();
    for (Iterator<List<Grid.Candidate>> rows = grid.rows().iterator(); rows.hasNext(); ) {
      List<Grid.Candidate> row = rows.next();
      Optional<SizedCluster> first = first(row);
      if (first.isEmpty() && found.isEmpty() && !rows.hasNext()) {
        // Where arithmetic leaves nothing, a run decides, and shows what breaks.
        first = confirmed(largest(row));
      }
      first.ifPresentOrElse(found::add, () -> tooSmall.add(tooSmall(largest(row))));
    }
    Optional<SizedCluster> best = SizeAnswer.best(found);
    return new SizeAnswer(
        found,
        tooSmall,
        best.map(this::beyond).orElseGet(() -> tooSmall.get(tooSmall.size() - 1).trial()),
        best.map(this::band));
  }

  private Optional<SizedCluster> first(List<Grid.Candidate> row) {
    int before = failed.size();
    return row.stream()
        .takeWhile(candidate -> failed.size() - before < TRIES)
        .filter(this::hasMargin)
        .map(this::confirmed)
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** The last that was tried, or the last of all. */
  private Grid.Candidate largest(List<Grid.Candidate> row) {
    return row.stream()
        .filter(candidate -> failed.containsKey(alive(candidate)))
        .reduce((one, next) -> next)
        .orElse(row.get(row.size() - 1));
  }

  /** By arithmetic, on nodes that do alike. */
  private boolean hasMargin(Grid.Candidate candidate) {
    ClusterSize alive = alive(candidate);
    ClusterSize whole = alive.withNodes(candidate.nodes());
    return demands.get(alive.nodes()).utilisation(instances, alive) <= MARGIN
        && demands.get(whole.nodes()).utilisation(instances, whole) <= MARGIN;
  }

  /** By a run; empty unless it passes with the margin. */
  private Optional<SizedCluster> confirmed(Grid.Candidate candidate) {
    ClusterSize alive = alive(candidate);
    if (failed.containsKey(alive)) {
      return Optional.empty();
    }
    SizeTrial trial = runs.run(SizeTrial.Stage.ASKED, alive, grid.survive(), instances);
    if (trial.status() == Status.INCONCLUSIVE) {
      throw new RecordException(
          "no answer: the run on %s is inconclusive: %s"
              .formatted(alive.words(), trial.reasons().get(0).text()));
    }
    if (!trial.passed() || trial.cpuShare() > MARGIN) {
      failed.put(alive, trial);
      return Optional.empty();
    }
    ClusterSize whole = alive.withNodes(candidate.nodes());
    Demand all = demand(whole, trial);
    ClusterSize left = whole.withNodes(whole.nodes() - grid.dead());
    return Optional.of(
        new SizedCluster(
            whole,
            trial,
            grid.survive() == 0 ? trial.cpuShare() : all.utilisation(instances, whole),
            all.capacity(whole, FULL),
            2 * left.nodes() > whole.nodes() ? demand(left, trial).capacity(left, MARGIN) : 0));
  }

  /** As unevenly shared as in a run at full size. */
  private Demand demand(ClusterSize size, SizeTrial trial) {
    return demands.get(size.nodes()).skewed(trial.skew());
  }

  private SizeAnswer.TooSmall tooSmall(Grid.Candidate largest) {
    ClusterSize alive = alive(largest);
    return new SizeAnswer.TooSmall(
        alive, demands.get(alive.nodes()).utilisation(instances, alive), failed.get(alive));
  }

  /** What is left of it, with the smallest heap that is not half full; the largest if none is. */
  private ClusterSize alive(Grid.Candidate candidate) {
    int nodes = candidate.nodes() - grid.survive();
    double live = demands.get(nodes).live(instances, question.costs());
    long heap =
        grid.heaps().stream()
            .filter(megabytes -> live < LIVE * (megabytes << 20))
            .findFirst()
            .orElse(grid.heaps().get(grid.heaps().size() - 1));
    return new ClusterSize(nodes, candidate.cores(), heap, grid.speed());
  }

  private SizeTrial beyond(SizedCluster best) {
    long more = Math.min(MOST_TIMES * instances, Math.round(BEYOND * best.breaksAt()));
    return runs.run(SizeTrial.Stage.BEYOND, best.size(), 0, (int) more);
  }

  /** Of the nodes that are left: they are the first to break. */
  private ErrorBand band(SizedCluster best) {
    ClusterSize alive = best.size().withNodes(best.size().nodes() - grid.survive());
    return ErrorBand.of(question, demand(alive, best.trial()), alive);
  }

  /** About how many instances so many nodes hold, by the cores of a node; with the largest heap. */
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
