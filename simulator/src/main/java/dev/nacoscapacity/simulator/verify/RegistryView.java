package dev.nacoscapacity.simulator.verify;

import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The lists of each node for each service, compared with the {@link ExpectedState}. A service on a
 * node is a <em>cell</em>.
 *
 * <p>Event loops report lists, by count ({@link #listed}) or by identity ({@link #identified}). A
 * count within the expected state's bounds, [due, possible], costs a few comparisons and allocates
 * nothing; any other count marks the cell, which then needs a scan by identity, until a scan finds
 * no deviation. One thread, the run's, calls the rest, {@link #tick} once a second.
 *
 * <p>{@link RegistryCount} defines the figures. In addition,
 *
 * <ul>
 *   <li><b>unknown</b> is a cell whose last answered list was requested {@link
 *       GracePeriods#unknown()} ago or longer, or that was never read: its figures are not counted,
 *       and it is never complete;
 *   <li><b>divergent</b> is a service whose known cells have deviated from the expected state
 *       differently for longer than {@link GracePeriods#divergent()}.
 * </ul>
 *
 * <p>A blind spot of the servers: a service with no healthy host at all is listed as all healthy
 * (see {@link HostCounter}); on 1.4.1 it shows while some are still healthy and once they are
 * removed, but not in between.
 *
 * <p>Nodes are numbered from 0. Times are ns of the expected state's clock; {@code askedAt} is when
 * the request for the list was written: the answer may be that old.
 */
public final class RegistryView {

  private final Fleet fleet;
  private final ExpectedState expected;
  private final ServiceNodeGrid grid;
  private final ReadSchedule rounds;
  private final Divergence divergence;
  private final long unknownAfter;
  private final GracePeriods.Allowance accepted;
  private final DropLog drops;
  private final StallExcuse excuse;

  /** By node: its worst figures since the last tick. */
  private RegistryStats[] listedSinceTick;

  private WindowFigures window;

  /** By node: beats that were answered "unknown instance" by the last tick. */
  private final long[] unknownInstanceBeats;

  /**
   * Whether the window is over: deviations found after that still count, but unread cells do not.
   */
  private boolean over;

  /**
   * @param nodes how many nodes the cluster has
   * @param now no later call passes an earlier time
   */
  public RegistryView(Fleet fleet, int nodes, GracePeriods limits, long now) {
    this.fleet = fleet;
    this.expected = new ExpectedState(fleet, nodes, limits, now);
    this.grid = new ServiceNodeGrid(fleet.services(), nodes, now);
    this.rounds = new ReadSchedule(grid, limits, now);
    this.divergence = new Divergence(grid, fleet.services(), limits);
    this.unknownAfter = limits.unknown().toNanos();
    this.accepted = limits.accepted();
    this.drops = new DropLog(fleet, expected, grid);
    this.excuse = new StallExcuse(limits, now);
    this.window = new WindowFigures(nodes);
    this.unknownInstanceBeats = new long[nodes];
    this.listedSinceTick = nothing(nodes);
  }

  static RegistryStats[] nothing(int nodes) {
    RegistryStats[] stats = new RegistryStats[nodes];
    Arrays.setAll(stats, node -> new RegistryStats());
    return stats;
  }

  /** The fleet whose lists these are. */
  public Fleet fleet() {
    return fleet;
  }

  /** How many nodes the cluster has. */
  public int nodes() {
    return grid.nodes();
  }

  /** What the registry must show. */
  public ExpectedState expected() {
    return expected;
  }

  /** A list was answered and counted; {@link HostCounter#plausible plausible} answers only. */
  public void listed(int service, int node, int present, int healthy, long askedAt) {
    ServiceOnNode cell = grid.at(service, node);
    cell.counted(present, healthy, askedAt);
    int due = expected.due(service);
    int possible = expected.possible(service);
    boolean within = present >= due && present <= possible && healthy >= due;
    // The bounds are read before the time since which they apply, which is written before them.
    if (within && due == possible) {
      // Otherwise an instance that is not due yet may hide a missing one.
      cell.whole(askedAt);
    }
    if (!within && askedAt - expected.tightened(service) >= 0) {
      cell.deviates(Deviation.byCount(present, healthy, due, possible));
    }
  }

  /** An answer could not be counted: the cell needs a scan by identity. */
  public void notCounted(int service, int node) {
    grid.at(service, node).notCounted();
  }

  /** Whether the next answer of a cell should be kept and passed to {@link #identified}. */
  public boolean wantsIdentity(int service, int node, long now) {
    return grid.at(service, node).wantsIdentity(now);
  }

  /** An answer was read completely; {@link #listed} need not be called for it. */
  public void identified(int service, int node, IdentityScan scan, long askedAt, long now) {
    ServiceOnNode cell = grid.at(service, node);
    cell.counted(scan.present() + scan.strangers(), scan.healthy(), askedAt);
    // The answer to an older request must not count as another drop.
    boolean newest = askedAt - cell.identifiedAt() >= 0;
    drops.see(scan, service, node);
    Deviation deviation =
        Deviation.byIdentity(
            scan,
            fleet,
            service,
            expected,
            askedAt,
            (instance, wrong) -> {
              if (!wrong) {
                drops.sawPresent(instance, node, newest);
              } else if (expected.keptBeating(instance, now)) {
                drops.sawLost(instance, node, newest);
              }
            });
    cell.identified(deviation, askedAt);
    if (deviation.missing() == 0) {
      cell.whole(askedAt);
    }
  }

  /**
   * Updates the expected state, and adds each node's figures since the last call.
   *
   * @param second receives the figures of the nodes
   */
  public void tick(long now, RunStats second) {
    tick(now);
    for (int node = 0; node < listedSinceTick.length; node++) {
      second.node(node).append(listedSinceTick[node]);
    }
    listedSinceTick = nothing(grid.nodes());
  }

  private void tick(long now) {
    drops.settle();
    expected.settle(now);
    divergence.look(now);
    RegistryStats[] listed = new RegistryStats[grid.nodes()];
    Arrays.setAll(listed, node -> listed(node, now));
    boolean explained = excuse.covers(losses(listed), now);
    for (int node = 0; node < grid.nodes(); node++) {
      listedSinceTick[node].append(listed[node]);
      if (over) {
        listed[node].forget(RegistryCount.UNKNOWN);
      }
    }
    window.add(listed, divergence.services(), explained);
  }

  /** What all nodes together lack beyond what is accepted. */
  private long losses(RegistryStats[] listed) {
    return Arrays.stream(listed)
        .mapToLong(
            node ->
                Math.max(0, node.count(RegistryCount.MISSING) - accepted.missing())
                    + Math.max(0, node.count(RegistryCount.UNHEALTHY) - accepted.unhealthy()))
        .sum();
  }

  /**
   * Calls of the fleet were late. Losses are explained by a lateness that lets instances expire,
   * from then on until those it cost are back.
   *
   * @param lateness of one call, in ns
   * @param now before the next tick
   */
  public void stalled(long lateness, long now) {
    excuse.stalled(lateness, now);
  }

  /**
   * This machine stood still, and its clock with it, so that no beat looks late; otherwise like
   * {@link #stalled}. What was taken for drops since the last tick was none.
   */
  public void suspended(long nanos, long now) {
    stalled(nanos, now);
    if (explains(nanos)) {
      expected.excuseBeats(now);
      drops.withdrawLatest();
    }
  }

  /** Whether calls that were so many nanoseconds late may let instances expire. */
  public boolean explains(long lateness) {
    return excuse.explains(lateness);
  }

  /** Whether a loss that is seen now may be the work of a stall of the generator. */
  public boolean isExplained(long now) {
    return excuse.isOpen(now);
  }

  /**
   * Begins the measurement window: discards earlier figures, including those since the last tick.
   */
  public void beginWindow(long now) {
    over = false;
    tick(now);
    expected.forgetBeatGaps();
    drops.beginWindow();
    window = new WindowFigures(grid.nodes());
    listedSinceTick = nothing(grid.nodes());
  }

  /**
   * Ends the measurement window. The findings of the following sweep count; cells that go unread
   * during the sweep do not.
   */
  public void endWindow(long now) {
    tick(now);
    over = true;
  }

  /**
   * What the window showed.
   *
   * @param listed the worst that each node listed, and the longest gap between beats of each
   *     instance
   * @param divergent most divergent services at one time
   * @param keptBeatingYetDropped instances seen missing or unhealthy, by identity, although their
   *     beats were written at most {@link GracePeriods#beatGap()} apart
   * @param neverAppeared instances that were acknowledged and due and that at least one node never
   *     listed, although their beats were written at most that far apart. An instance that appeared
   *     late does not count here; it was only missing for a while
   * @param beyondStalls worst figures of any node, without the losses that a stall of the generator
   *     explains
   */
  public record Findings(
      RunStats listed,
      int divergent,
      int keptBeatingYetDropped,
      int neverAppeared,
      RegistryStats beyondStalls) {}

  /**
   * The findings since the window began, or since the start. Looks once more, so that the last
   * answers of a sweep count.
   *
   * @param names of the nodes
   */
  public Findings findings(List<String> names, long now) {
    tick(now);
    RunStats listed = new RunStats(names);
    window.addTo(listed);
    listed.recording(FleetDuration.BEAT_GAP).add(expected.beatGaps(now));
    return new Findings(
        listed,
        window.divergent(),
        drops.keptBeatingYetDropped(),
        drops.neverAppeared(),
        window.beyondStalls());
  }

  /**
   * Whether every node lists every acknowledged instance as healthy, except for {@link
   * GracePeriods#accepted accepted} deviations: each acknowledged instance is due, each cell was
   * read after that and is not unknown, and no further instances are missing or unhealthy, nor
   * services divergent at the last tick.
   */
  public boolean complete(long now) {
    return expected.waiting() == 0
        && divergence.services() <= accepted.divergent()
        && IntStream.range(0, grid.nodes()).allMatch(node -> complete(node, now));
  }

  private boolean complete(int node, long now) {
    int missing = 0;
    int unhealthy = 0;
    for (int service = 0; service < fleet.services(); service++) {
      ServiceOnNode cell = grid.at(service, node);
      if (isUnknown(cell, now) || cell.readAt() - expected.tightened(service) < 0) {
        return false;
      }
      missing += cell.deviation().missing();
      unhealthy += cell.deviation().unhealthy();
    }
    return missing <= accepted.missing() && unhealthy <= accepted.unhealthy();
  }

  /** The number of cells. */
  public int cells() {
    return grid.size();
  }

  /** Selects up to {@code most} cells unread for {@link GracePeriods#poll()}, round-robin. */
  public void nextToPoll(long now, int most, ReadRequest sink) {
    rounds.poll(now, most, sink);
  }

  /**
   * Selects up to {@code most} cells that were not identified by a list requested since a moment.
   * The sweep is done when no cell is left; cells of a dead node remain.
   *
   * @return number of remaining cells, including those in flight
   */
  public int nextToSweep(long since, long now, int most, ReadRequest sink) {
    return rounds.sweep(since, now, most, sink);
  }

  /** An instance that had left is about to register: who listed it before says nothing now. */
  public void comesAgain(int instance) {
    drops.forget(instance);
  }

  private boolean isUnknown(ServiceOnNode cell, long now) {
    return now - cell.readAt() >= unknownAfter;
  }

  /**
   * The worst figures of a node in the second before a tick, so that short deviations are included.
   */
  private RegistryStats listed(int node, long now) {
    RegistryStats listed = new RegistryStats();
    for (RegistryCount figure : RegistryCount.values()) {
      if (figure != RegistryCount.SERVED) {
        listed.set(figure, 0L);
      }
    }
    for (int service = 0; service < fleet.services(); service++) {
      ServiceOnNode cell = grid.at(service, node);
      long lowest = cell.takeLowest();
      Deviation deviation = cell.takeWorst();
      listed.add(RegistryCount.EXPECTED, expected.due(service));
      boolean unknown = isUnknown(cell, now);
      if (unknown) {
        listed.add(RegistryCount.UNKNOWN, expected.due(service));
        if (!over) {
          continue;
        }
        // A late answer of the sweep is old, but it decides about the window.
      }
      listed.add(RegistryCount.PRESENT, HostCounts.present(lowest));
      listed.add(RegistryCount.HEALTHY, HostCounts.healthy(lowest));
      listed.add(RegistryCount.MISSING, deviation.missing());
      listed.add(RegistryCount.UNHEALTHY, deviation.unhealthy());
      listed.add(RegistryCount.STALE, deviation.stale());
      if (divergence.isDivergent(service) && !cell.deviation().isNone()) {
        listed.add(RegistryCount.DIVERGENT, 1);
      }
    }
    if (listed.count(RegistryCount.UNKNOWN) > 0) {
      listed.forget(RegistryCount.PRESENT);
      listed.forget(RegistryCount.HEALTHY);
    }
    long beats = expected.unknownInstanceBeats(node);
    listed.set(RegistryCount.UNKNOWN_INSTANCE_BEATS, beats - unknownInstanceBeats[node]);
    unknownInstanceBeats[node] = beats;
    listed.set(RegistryCount.DROPS, (long) drops.take(node));
    return listed;
  }
}
