package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.reports.record.Workload;
import dev.nacoscapacity.simulator.doctor.Need;
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
    Population population, ClientSettings clients, Timing timing, int threads, long seed) {

  /** Over gRPC, for all but the clients' own calls: sweeps, scrapes and logins. */
  private static final int HTTP_CONNECTIONS_PER_SERVER = 2;

  /** Over gRPC, how many may be registering at once; a set-up waits 100 ms for an old server. */
  private static final int REGISTERING = 512;

  /** Of all shards together. */
  private static final int MOST_ADMISSIONS_PER_SECOND = 2000;

  /** A server answers a long poll this long before the client would give up. */
  private static final Duration LONG_POLL_MARGIN = Duration.ofMillis(500);

  /** The same, warmed and judged for other times. */
  public RunSettings lasting(Duration warmUp, Duration duration) {
    return new RunSettings(population, clients, timing.lasting(warmUp, duration), threads, seed);
  }

  /** The same with an HTTP connection for each client; over gRPC each has one anyway. */
  public RunSettings withConnectionEach() {
    ClientSettings each = clients.sharing(Math.max(1, fleet().size()), clients.subscribe());
    return new RunSettings(population, each, timing, threads, seed);
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
  public Pace pace() {
    return new Pace(population.instances(), timing.ramp());
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
    return protocol().configPerClient() ? fleet().size() : fleet().services();
  }

  /** Connections that only a gRPC fleet has: each instance's, and each listener's. */
  public int grpcConnections() {
    return protocol().grpc() ? fleet().size() + listeners() : 0;
  }

  /** HTTP connections of one event loop to each node, at least 1. */
  int connectionsPerServer(int nodes) {
    if (protocol().grpc()) {
      return HTTP_CONNECTIONS_PER_SERVER;
    }
    return Math.max(1, (clients.connections() + nodes * threads - 1) / (nodes * threads));
  }

  /** How long a server holds a long poll on whose configuration nothing changes. */
  Duration longPollHold() {
    return protocol().grpc() ? Duration.ZERO : timing.listen().minus(LONG_POLL_MARGIN);
  }

  LoopSettings loops(int nodes) {
    return new LoopSettings(
        timing.beat().toNanos(),
        listPeriod().toNanos(),
        timing.listen().toNanos(),
        timing.scrape().toNanos(),
        timing.phase(),
        nodes,
        protocol().grpc()
            ? Math.max(1, REGISTERING / threads)
            : connectionsPerServer(nodes) * nodes,
        MOST_ADMISSIONS_PER_SECOND / (double) (threads * population.shard().count()),
        seed,
        protocol().grpc()
            ? new LoopSettings.Grpc(protocol().configPerClient(), clients.subscribe())
            : null);
  }

  /**
   * What the run asks of this machine.
   *
   * @param standInHere whether a stand-in cluster runs in this process, too
   * @param loopback whether all nodes are on this machine
   */
  public Need need(int nodes, boolean standInHere, boolean loopback) {
    Fleet ours = fleet();
    return new Need(
        Math.max(1, ours.size()),
        ours.services(),
        protocol().grpc() ? connectionsPerServer(nodes) * nodes * threads : clients.connections(),
        grpcConnections(),
        nodes,
        threads,
        standInHere,
        loopback);
  }

  /** The settings as they stand in the record, the shard's share of the fleet among them. */
  public Workload workload() {
    Fleet ours = fleet();
    return new Workload(
        ours.size(),
        ours.services(),
        protocol().label(),
        protocol().grpc() ? protocol().cadence().name().toLowerCase(Locale.ROOT) : null,
        seconds(timing.beat()),
        seconds(listPeriod()),
        seconds(timing.listen()),
        seconds(timing.scrape()),
        timing.phase().name().toLowerCase(Locale.ROOT),
        protocol().grpc() ? grpcConnections() : clients.connections(),
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
