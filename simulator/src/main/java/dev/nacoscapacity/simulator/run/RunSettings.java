package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.reports.record.Workload;
import dev.nacoscapacity.simulator.engine.LoopSettings;
import dev.nacoscapacity.simulator.engine.Sweeper;
import dev.nacoscapacity.simulator.preflight.OfferedRates;
import dev.nacoscapacity.simulator.preflight.machine.ResourceRequirement;
import dev.nacoscapacity.simulator.schedule.Phase;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * What a run offers, and for how long.
 *
 * @param population who calls
 * @param clients how
 * @param timing when
 * @param threads event loops
 * @param seed of every random choice
 */
public record RunSettings(
    FleetSettings population, ClientSettings clients, Timing timing, int threads, long seed) {

  /** Over gRPC, for what goes over HTTP there besides reads of truth: scrapes and logins. */
  private static final int HTTP_CONNECTIONS_PER_SERVER = 2;

  /** Over gRPC, how many may be registering at once; a set-up waits 100 ms for an old server. */
  private static final int REGISTERING = 512;

  /**
   * Over HTTP, where no connections were asked for: so many per 5,000 may be registering at once.
   */
  private static final int REGISTERING_PER_5000 = 100;

  private static final int REGISTERING_AT_LEAST = 10;

  /** How late a registry may answer that passes. */
  private static final Duration SLOW_ANSWER = Duration.ofSeconds(1);

  /** How late a stand-in in this process may, which adds no delay of its own. */
  private static final Duration SLOW_STAND_IN = Duration.ofMillis(100);

  /** Of all shards together. */
  private static final int MOST_ADMISSIONS_PER_SECOND = 2000;

  /** A server answers a long poll this long before the client would give up. */
  private static final Duration LONG_POLL_MARGIN = Duration.ofMillis(500);

  /** The same, with other times of warm-up and measurement. */
  public RunSettings lasting(Duration warmUp, Duration duration) {
    return new RunSettings(population, clients, timing.lasting(warmUp, duration), threads, seed);
  }

  /**
   * The same load, shared out to processes of this machine: each has a shard of this shard, and
   * together they have all of it. The first one reads the nodes' metrics for all.
   *
   * @param processes no more than there are services
   */
  public List<RunSettings> split(int processes) {
    return Split.of(this, processes);
  }

  /** How fast the fleet comes and goes. */
  public RampPace pace() {
    return new RampPace(population.instances(), timing.ramp());
  }

  /** What the fleet speaks. */
  public Protocol protocol() {
    return clients.protocol();
  }

  /** From one list of an instance to its next; zero when it lists nothing. */
  public Duration listPeriod() {
    return protocol().polls() ? timing.list() : Duration.ZERO;
  }

  /** Who listens: each service's first instance, or each instance. */
  int listeners() {
    return listeners(fleet().size(), fleet().services());
  }

  private int listeners(int instances, int services) {
    return protocol().configPerClient() ? instances : services;
  }

  /** What all shards together offer the cluster. */
  public OfferedRates offered() {
    return offered(population.instances(), population.services());
  }

  private OfferedRates offered(int instances, int services) {
    return OfferedRates.of(
        instances,
        listeners(instances, services),
        timing.beat(),
        listPeriod(),
        timing.listen(),
        pace().registrationsPerSecond());
  }

  /** Connections that only a gRPC fleet has: each instance's, and each listener's. */
  public int grpcConnections() {
    return protocol().grpc() ? fleet().size() + listeners() : 0;
  }

  /**
   * HTTP connections of one event loop, for all calls but long polls and reads of truth.
   *
   * @param perServer the most to each node, at least 1
   * @param spare so many more, to whichever nodes need them: one that is slow has more calls under
   *     way than the others
   */
  record ConnectionBounds(int perServer, int spare) {

    /** Of one event loop to all nodes together. */
    int ofLoop(int nodes) {
      return perServer * nodes + spare;
    }
  }

  /**
   * What was asked for, evenly, or else what the process may have, half of it evenly.
   *
   * @param allowed for HTTP calls, over all nodes and loops together, those of reads of truth among
   *     them
   * @param standInHere whether a stand-in cluster runs in this process, too
   */
  ConnectionBounds connectionBounds(int nodes, int allowed, boolean standInHere) {
    if (protocol().grpc()) {
      return new ConnectionBounds(HTTP_CONNECTIONS_PER_SERVER, 0);
    }
    if (clients.bounded()) {
      return new ConnectionBounds(perServer(clients.connections(), nodes), 0);
    }
    int ofLoop = (allowed - readsAtOnce(nodes, standInHere)) / threads;
    int perServer = Math.max(1, ofLoop / 2 / nodes);
    return new ConnectionBounds(perServer, Math.max(0, ofLoop - perServer * nodes));
  }

  private int perServer(int connections, int nodes) {
    return Math.max(1, (connections + nodes * threads - 1) / (nodes * threads));
  }

  /**
   * HTTP connections to reckon with, of calls and of reads of truth: as many as asked for, or else
   * as there are calls under way when each answer is as late as it may be.
   */
  private int connectionsNeeded(int nodes, boolean standInHere) {
    int reads = readsAtOnce(nodes, standInHere);
    if (protocol().grpc()) {
      return HTTP_CONNECTIONS_PER_SERVER * nodes * threads + reads;
    }
    return reads
        + (clients.bounded() ? clients.connections() : callsAtOnce(slowAnswer(standInHere)));
  }

  /**
   * How fast cells are read while the load goes on: a tenth of it at most, so that a registry at
   * its limit is not pushed over it, or this shard's part of what all poll together. At least 1.
   */
  int sweepsPerSecond() {
    double calls = fleet().size() / seconds(timing.beat());
    if (!listPeriod().isZero()) {
      calls += fleet().size() / seconds(listPeriod());
    }
    int shards = population.shard().count();
    double most = Math.min(Sweeper.READS_PER_SECOND / (double) shards, calls / 10);
    return (int) Math.max(1, Math.max(TickLoop.POLLS_PER_SECOND / (double) shards, most));
  }

  /** Beats and lists under way: no more of each kind than clients, and in a burst all of these. */
  private int callsAtOnce(Duration answer) {
    int size = Math.max(1, fleet().size());
    return timing.phase() == Phase.BURST
        ? size + (listPeriod().isZero() ? 0 : size)
        : atOnce(size, timing.beat(), answer) + atOnce(size, listPeriod(), answer);
  }

  private static int atOnce(int size, Duration period, Duration answer) {
    return period.isZero()
        ? 0
        : (int) Math.ceil(size * Math.min(1, seconds(answer) / seconds(period)));
  }

  /** The most reads of truth under way, over all nodes and loops together. */
  private int readsAtOnce(int nodes, boolean standInHere) {
    long cells = (long) fleet().services() * nodes;
    double answer = seconds(slowAnswer(standInHere));
    return (int) Math.min(cells, Math.ceil(Sweeper.READS_PER_SECOND * answer));
  }

  private static Duration slowAnswer(boolean standInHere) {
    return standInHere ? SLOW_STAND_IN : SLOW_ANSWER;
  }

  /** How many may be registering at once on each event loop. */
  private int registeringAtOnce(int nodes) {
    if (protocol().grpc()) {
      return Math.max(1, REGISTERING / threads);
    }
    int usual =
        Math.max(
            REGISTERING_AT_LEAST, (int) Math.ceil(fleet().size() / 5000.0 * REGISTERING_PER_5000));
    return perServer(clients.bounded() ? clients.connections() : usual, nodes) * nodes;
  }

  /** How long a server holds a long poll on whose configuration nothing changes. */
  Duration longPollHold() {
    return protocol().grpc() ? Duration.ZERO : timing.listen().minus(LONG_POLL_MARGIN);
  }

  /**
   * What each event loop needs to know.
   *
   * @param standInHere whether a stand-in cluster runs in this process, too
   */
  LoopSettings loops(int nodes, boolean standInHere) {
    return new LoopSettings(
        timing.beat().toNanos(),
        listPeriod().toNanos(),
        timing.listen().toNanos(),
        timing.scrape().toNanos(),
        timing.phase(),
        nodes,
        registeringAtOnce(nodes),
        MOST_ADMISSIONS_PER_SECOND / (double) (threads * population.shard().count()),
        seed,
        new LoopSettings.Reads(
            sweepsPerSecond(), perServer(readsAtOnce(nodes, standInHere), nodes)),
        protocol().grpc()
            ? new LoopSettings.Grpc(protocol().configPerClient(), clients.subscribe())
            : null);
  }

  /**
   * What the run asks of this machine.
   *
   * @param standInHere whether a stand-in cluster runs in this process, too
   * @param loopback whether all nodes are on this machine
   * @param proxied whether proxies in this process stand in front of the nodes
   */
  public ResourceRequirement need(
      int nodes, boolean standInHere, boolean loopback, boolean proxied) {
    Fleet ours = fleet();
    return new ResourceRequirement(
        Math.max(1, ours.size()),
        ours.services(),
        connectionsNeeded(nodes, standInHere),
        grpcConnections(),
        nodes,
        threads,
        standInHere,
        loopback,
        proxied,
        offered(ours.size(), ours.services()).callsPerSecond());
  }

  /** The settings as they stand in the record, the shard's share of the fleet among them. */
  public Workload workload() {
    Fleet ours = fleet();
    return new Workload(
        ours.size(),
        ours.services(),
        protocol().label(),
        protocol().grpc() ? protocol().model().label() : null,
        seconds(timing.beat()),
        seconds(listPeriod()),
        seconds(timing.listen()),
        seconds(timing.scrape()),
        timing.phase().name().toLowerCase(Locale.ROOT),
        protocol().grpc() ? Integer.valueOf(grpcConnections()) : clients.connections(),
        protocol().grpc() ? MOST_ADMISSIONS_PER_SECOND : null,
        seconds(clients.callTimeout()),
        clients.loginEach() ? "per-client" : "shared",
        population.shard().toString(),
        seed,
        clients.subscribe(),
        seconds(timing.warmUp()),
        seconds(timing.duration()),
        population.namespace(),
        population.servicePrefix());
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }

  /** The part of the fleet that this run's shard is. */
  public Fleet fleet() {
    return population.fleet();
  }
}
