package dev.nacoscapacity.simulator.verify;

import dev.nacoscapacity.reports.stats.Distribution;
import dev.nacoscapacity.reports.stats.RegistryCount;
import dev.nacoscapacity.reports.stats.RegistryStats;
import dev.nacoscapacity.reports.stats.RunStats;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

/**
 * What each node says of each service, held against the {@link ExpectedState}. A service on a node
 * is a <em>cell</em>.
 *
 * <p>Event loops tell what lists said, by count ({@link #listed}) or by identity ({@link
 * #identified}). A count within the expected state's bounds, [due, possible], costs a few
 * comparisons and allocates nothing; any other marks the cell, which then asks for a scan by
 * identity and stays marked until one finds nothing wrong. One thread, the run's, calls the rest,
 * {@link #tick} once a second.
 *
 * <p>What the figures mean is said in {@link RegistryCount}. Besides,
 *
 * <ul>
 *   <li><b>unknown</b> is a cell whose last answered list was asked for {@link
 *       GracePeriods#unknown()} ago or longer, or that was never read: what it said is not counted,
 *       and it is never right;
 *   <li><b>divergent</b> is a service whose known cells have deviated from the expected state
 *       differently for longer than {@link GracePeriods#divergent()}.
 * </ul>
 *
 * <p>A blind spot of the servers: a service with no healthy host at all is listed as all healthy
 * (see {@link HostCounter}); on 1.4.1 it shows while some are still healthy and once they are
 * removed, but not in between.
 *
 * <p>Nodes are numbered from 0. Times are ns of the expected state's clock; {@code asked} is when
 * the list was asked for, which is when its request was written: the answer may be that old.
 */
public final class RegistryView {

  private final Fleet fleet;
  private final ExpectedState expected;
  private final ServiceNodeGrid grid;
  private final ReadSchedule rounds;
  private final Divergence divergence;
  private final long unknownAfter;
  private final GracePeriods.Accepted accepted;
  private final InstanceSet keptBeatingYetDropped;

  /** By node: which it shows as missing or unhealthy although they kept beating. */
  private final InstanceSet[] away;

  /** By node: how often it began to. */
  private final AtomicIntegerArray drops;

  /** Seen by identity, by node, since the run began. */
  private final InstanceSet[] seenByNode;

  /** Kept beating and were absent, by node, when the node had never listed them. */
  private final InstanceSet[] awaitedByNode;

  /** By node: what it listed, at its worst, since the last tick. */
  private RegistryStats[] listedSinceTick;

  /** By node: its worst since the window began. */
  private RegistryStats[] worst;

  /** The most services at one time, since the window began, about which nodes disagreed. */
  private int mostDivergent;

  /** By node: beats that were answered "unknown instance" by the last tick. */
  private final long[] unknownInstanceBeats;

  /** Whether the window is over: what is found then still counts, but not what goes unread. */
  private boolean over;

  /**
   * @param nodes how many nodes the cluster has
   * @param now of the expected state's clock
   */
  public RegistryView(
      Fleet fleet, int nodes, ExpectedState expected, GracePeriods limits, long now) {
    this.fleet = fleet;
    this.expected = expected;
    this.grid = new ServiceNodeGrid(fleet.services(), nodes, now);
    this.rounds = new ReadSchedule(grid, limits, now);
    this.divergence = new Divergence(grid, fleet.services(), limits);
    this.unknownAfter = limits.unknown().toNanos();
    this.accepted = limits.accepted();
    this.keptBeatingYetDropped = new InstanceSet(fleet.size());
    this.away = new InstanceSet[nodes];
    Arrays.setAll(away, node -> new InstanceSet(fleet.size()));
    this.drops = new AtomicIntegerArray(nodes);
    this.seenByNode = new InstanceSet[nodes];
    Arrays.setAll(seenByNode, node -> new InstanceSet(fleet.size()));
    this.awaitedByNode = new InstanceSet[nodes];
    Arrays.setAll(awaitedByNode, node -> new InstanceSet(fleet.size()));
    this.unknownInstanceBeats = new long[nodes];
    this.listedSinceTick = nothing(nodes);
    this.worst = nothing(nodes);
  }

  private static RegistryStats[] nothing(int nodes) {
    RegistryStats[] stats = new RegistryStats[nodes];
    Arrays.setAll(stats, node -> new RegistryStats());
    return stats;
  }

  /** A list was answered and counted; {@link HostCounter#plausible plausible} answers only. */
  public void listed(int service, int node, int present, int healthy, long asked) {
    ServiceOnNode cell = grid.at(service, node);
    cell.counted(present, healthy, asked);
    int due = expected.due(service);
    int possible = expected.possible(service);
    boolean within = present >= due && present <= possible && healthy >= due;
    // The bounds are read before the time they hold from, which is written before them.
    if (within && due == possible) {
      // Else one that is not yet due may stand in for one that is missing.
      cell.whole(asked);
    }
    if (!within && asked - expected.tightened(service) >= 0) {
      cell.deviates(Deviation.byCount(present, healthy, due, possible));
    }
  }

  /** A list was answered that could not be counted: the cell wants a scan by identity. */
  public void doubted(int service, int node) {
    grid.at(service, node).doubted();
  }

  /** Whether the next answer of a cell should be kept whole and given to {@link #identified}. */
  public boolean wantsIdentity(int service, int node, long now) {
    return grid.at(service, node).wantsIdentity(now);
  }

  /** A list was answered and read whole; {@link #listed} need not be told of it. */
  public void identified(int service, int node, IdentityScan scan, long asked, long now) {
    ServiceOnNode cell = grid.at(service, node);
    cell.counted(scan.present() + scan.strangers(), scan.healthy(), asked);
    // What an older question was answered must not look like one more drop.
    boolean newest = asked - cell.identifiedAt() >= 0;
    see(scan, service, node);
    Deviation deviation =
        Deviation.byIdentity(
            scan,
            fleet,
            service,
            expected,
            asked,
            (instance, wrong) -> shown(instance, wrong, node, newest, now));
    cell.identified(deviation, asked);
    if (deviation.missing() == 0) {
      cell.whole(asked);
    }
  }

  /**
   * Moves what became due, and adds what each node listed since the last call.
   *
   * @param second gets the figures of its nodes
   */
  public void tick(long now, RunStats second) {
    tick(now);
    for (int node = 0; node < listedSinceTick.length; node++) {
      second.node(node).append(listedSinceTick[node]);
    }
    listedSinceTick = nothing(grid.nodes());
  }

  private void tick(long now) {
    expected.settle(now);
    divergence.look(now);
    mostDivergent = Math.max(mostDivergent, divergence.services());
    for (int node = 0; node < grid.nodes(); node++) {
      RegistryStats listed = listed(node, now);
      listedSinceTick[node].append(listed);
      if (over) {
        listed.set(RegistryCount.UNKNOWN, null);
      }
      worst[node].append(listed);
    }
  }

  /**
   * Begins the measurement window: forgets what came before, the second since the last tick
   * included.
   */
  public void beginWindow(long now) {
    tick(now);
    expected.forgetBeatGaps();
    keptBeatingYetDropped.clear();
    Arrays.stream(away).forEach(InstanceSet::clear);
    Arrays.stream(awaitedByNode).forEach(InstanceSet::clear);
    worst = nothing(grid.nodes());
    mostDivergent = 0;
  }

  /**
   * Ends the measurement window. A sweep follows, and what it finds of it counts; what goes unread
   * while the sweep's own reads wait their turn does not.
   */
  public void endWindow(long now) {
    tick(now);
    over = true;
  }

  /**
   * Adds the worst that each node showed since the window began, or since the start, and the
   * longest gap between beats of each instance. Ticks first, so that what the end of a sweep found
   * counts.
   */
  public void addWindowTo(RunStats measured, long now) {
    tick(now);
    for (int node = 0; node < worst.length; node++) {
      measured.node(node).append(worst[node]);
    }
    measured.recording(Distribution.BEAT_GAP).add(expected.beatGaps(now));
  }

  /**
   * What was found in the window that no node's figures tell.
   *
   * @param divergent services about which nodes disagreed, the most at one time
   * @param keptBeatingYetDropped instances seen missing or unhealthy, by identity, although their
   *     beats were written at most {@link GracePeriods#beatGap()} apart
   * @param neverAppeared instances that were acknowledged and due and that at least one node never
   *     listed, although their beats were written likewise. Who was late, and is there by now, was
   *     missing for a while but did appear
   */
  public record Window(int divergent, int keptBeatingYetDropped, int neverAppeared) {}

  /** Of the window so far. */
  public Window window() {
    return new Window(mostDivergent, keptBeatingYetDropped.size(), neverAppeared());
  }

  /**
   * Whether every node is known to list every acknowledged instance as healthy, but for what is
   * {@link GracePeriods#accepted accepted}: each acknowledgement is due, each cell was read since
   * then and is not unknown, and no more is missing, unhealthy or, at the last tick, divergent.
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

  /** How many cells there are. */
  public int cells() {
    return grid.size();
  }

  /** Names up to {@code most} cells unread for {@link GracePeriods#poll()}, in turn. */
  public void nextToPoll(long now, int most, ReadRequest sink) {
    rounds.poll(now, most, sink);
  }

  /**
   * Names up to {@code most} cells that were not identified by a list asked for since a moment. The
   * sweep is done when none is left; a dead node's cells stay.
   *
   * @return how many cells are left, those in flight included
   */
  public int nextToSweep(long since, long now, int most, ReadRequest sink) {
    return rounds.sweep(since, now, most, sink);
  }

  private void shown(int instance, boolean wrong, int node, boolean newest, long now) {
    if (wrong && expected.keptBeating(instance, now)) {
      if (!appeared(instance, node)) {
        awaitedByNode[node].add(instance);
        return;
      }
      keptBeatingYetDropped.add(instance);
      if (newest && away[node].add(instance)) {
        drops.incrementAndGet(node);
      }
    } else if (!wrong && newest) {
      away[node].remove(instance);
    }
  }

  private void see(IdentityScan scan, int service, int node) {
    for (int position = 0; position < fleet.sizeOf(service); position++) {
      int instance = fleet.instanceOf(service, position);
      if (scan.isPresent(instance) && !seenByNode[node].contains(instance)) {
        seenByNode[node].add(instance);
      }
    }
  }

  /**
   * Whether a node ever listed an instance, by name or in an answer from which nothing was missing.
   */
  private boolean appeared(int instance, int node) {
    return seenByNode[node].contains(instance)
        || expected.mustBeListed(instance, grid.at(fleet.serviceOf(instance), node).wholeAt());
  }

  private int neverAppeared() {
    return (int)
        IntStream.range(0, fleet.size())
            .filter(
                instance ->
                    IntStream.range(0, grid.nodes())
                        .anyMatch(
                            node ->
                                awaitedByNode[node].contains(instance)
                                    && !appeared(instance, node)))
            .count();
  }

  private boolean isUnknown(ServiceOnNode cell, long now) {
    return now - cell.readAt() >= unknownAfter;
  }

  /** Of the second before a tick: its worst, so that what came and went within it is there too. */
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
        // A late answer of the sweep is old, but it is the last word on the window.
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
      listed.set(RegistryCount.PRESENT, null);
      listed.set(RegistryCount.HEALTHY, null);
    }
    long beats = expected.unknownInstanceBeats(node);
    listed.set(RegistryCount.UNKNOWN_INSTANCE_BEATS, beats - unknownInstanceBeats[node]);
    unknownInstanceBeats[node] = beats;
    listed.set(RegistryCount.DROPS, (long) drops.getAndSet(node, 0));
    return listed;
  }
}
