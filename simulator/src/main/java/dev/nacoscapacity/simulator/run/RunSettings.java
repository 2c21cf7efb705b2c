package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.reports.record.Workload;
import dev.nacoscapacity.simulator.doctor.Need;
import dev.nacoscapacity.simulator.schedule.Phase;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Shard;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What a run offers, and for how long.
 *
 * @param instances of the whole fleet
 * @param services of the whole fleet
 * @param servicePrefix starts each service's name; carries the run's id
 * @param namespace the namespace's id
 * @param connections of this shard for all calls but long polls, over all nodes and loops together
 * @param beat from one beat of an instance to its next
 * @param list from one list of an instance to its next
 * @param listen from one long poll of a service's configuration to its next; also what the poll
 *     asks the server to hold. Over gRPC from one batch listen to the next
 * @param scrape from one read of a node's metrics to the next; zero for none
 * @param phase how the instances lie within their periods
 * @param callTimeout for one attempt, from its being written
 * @param connectTimeout for a connection's set-up
 * @param loginEach whether every instance logs in for itself
 * @param subscribe over HTTP how many instances ask for UDP pushes in their lists; over gRPC how
 *     many services each instance subscribes to
 * @param ramp how long the registrations should take at least; zero for as fast as the cluster
 *     answers without queueing, up to 2,000 a second
 * @param warmUp between the last registration and the judged window
 * @param duration of the judged window
 * @param threads event loops
 * @param protocol what the fleet speaks
 */
public record RunSettings(
    int instances,
    int services,
    String servicePrefix,
    String namespace,
    Shard shard,
    int connections,
    Duration beat,
    Duration list,
    Duration listen,
    Duration scrape,
    Phase phase,
    Duration callTimeout,
    Duration connectTimeout,
    boolean loginEach,
    int subscribe,
    Duration ramp,
    Duration warmUp,
    Duration duration,
    int threads,
    long seed,
    Protocol protocol) {

  /** Starts the name of every service of every run. */
  public static final String SERVICE_PREFIX = "capacity-";

  /** A naming client 1.4.2's read timeout. */
  public static final Duration DEFAULT_CALL_TIMEOUT = Duration.ofSeconds(50);

  /** A naming client 1.4.2's connect timeout. */
  public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(3);

  /** A 2.x client's timeout of a request over gRPC. */
  public static final Duration DEFAULT_GRPC_CALL_TIMEOUT = Duration.ofSeconds(3);

  /** Over gRPC, for all but the clients' own calls: sweeps, scrapes and logins. */
  private static final int HTTP_CONNECTIONS_PER_SERVER = 2;

  /** Over gRPC, how many may be registering at once; a set-up waits 100 ms for an old server. */
  private static final int REGISTERING = 512;

  /** Of all shards together. */
  private static final int MOST_RECONNECTIONS_PER_SECOND = 2000;

  /** Linux lends 28,232 ports an address by default; some are taken. */
  static final int CONNECTIONS_PER_SOURCE = 20_000;

  /** A server answers a long poll this long before the client would give up. */
  private static final Duration LONG_POLL_MARGIN = Duration.ofMillis(500);

  /** The real client's timeout of a call. */
  public static Duration defaultCallTimeout(Protocol protocol) {
    return protocol.grpc() ? DEFAULT_GRPC_CALL_TIMEOUT : DEFAULT_CALL_TIMEOUT;
  }

  /** A name that no earlier run has used: a prefix, and the time in base 36. */
  public static String freshPrefix(long epochMillis) {
    int random = ThreadLocalRandom.current().nextInt(36 * 36);
    return "capacity-%s%s"
        .formatted(
            Long.toString(epochMillis, 36), Integer.toString(random + 36 * 36, 36).substring(1));
  }

  /** The same, warmed and judged for other times. */
  public RunSettings lasting(Duration otherWarmUp, Duration otherDuration) {
    return new RunSettings(
        instances,
        services,
        servicePrefix,
        namespace,
        shard,
        connections,
        beat,
        list,
        listen,
        scrape,
        phase,
        callTimeout,
        connectTimeout,
        loginEach,
        subscribe,
        ramp,
        otherWarmUp,
        otherDuration,
        threads,
        seed,
        protocol);
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
    return new Pace(instances, ramp);
  }

  /** From one list of an instance to its next; zero when it lists nothing. */
  public Duration listPeriod() {
    return protocol.polls() ? list : Duration.ZERO;
  }

  /** Who listens: each service's first instance, or each instance. */
  int listeners() {
    return protocol.configPerClient() ? fleet().size() : fleet().services();
  }

  /** Connections that only a gRPC fleet has: each instance's, and each listener's. */
  public int grpcConnections() {
    return protocol.grpc() ? fleet().size() + listeners() : 0;
  }

  /** HTTP connections of one event loop to each node, at least 1. */
  int connectionsPerServer(int nodes) {
    if (protocol.grpc()) {
      return HTTP_CONNECTIONS_PER_SERVER;
    }
    return Math.max(1, (connections + nodes * threads - 1) / (nodes * threads));
  }

  /** How long a server holds a long poll on whose configuration nothing changes. */
  Duration longPollHold() {
    return protocol.grpc() ? Duration.ZERO : listen.minus(LONG_POLL_MARGIN);
  }

  LoopSettings loops(int nodes) {
    return new LoopSettings(
        beat.toNanos(),
        listPeriod().toNanos(),
        listen.toNanos(),
        scrape.toNanos(),
        phase,
        nodes,
        protocol.grpc() ? Math.max(1, REGISTERING / threads) : connectionsPerServer(nodes) * nodes,
        seed,
        protocol.grpc()
            ? new LoopSettings.Grpc(
                protocol.configPerClient(),
                subscribe,
                threads
                    * shard.count()
                    * Duration.ofSeconds(1).toNanos()
                    / MOST_RECONNECTIONS_PER_SECOND)
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
        protocol.grpc() ? connectionsPerServer(nodes) * nodes * threads : connections,
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
        protocol.label(),
        protocol.grpc() ? protocol.cadence().name().toLowerCase(Locale.ROOT) : null,
        seconds(beat),
        seconds(listPeriod()),
        seconds(listen),
        seconds(scrape),
        phase.name().toLowerCase(Locale.ROOT),
        protocol.grpc() ? grpcConnections() : connections,
        protocol.grpc() ? MOST_RECONNECTIONS_PER_SECOND : null,
        seconds(callTimeout),
        loginEach ? "per-client" : "shared",
        shard.toString(),
        seed,
        subscribe,
        seconds(warmUp),
        seconds(duration),
        namespace,
        servicePrefix);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }

  /** The part of the fleet that this run's shard is. */
  public Fleet fleet() {
    return new Fleet(instances, services, servicePrefix, shard);
  }
}
