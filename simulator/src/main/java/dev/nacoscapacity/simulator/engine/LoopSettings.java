package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.simulator.schedule.Phase;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.WaveTurns;
import java.util.List;

/**
 * The workload of one event loop. Periods are in nanoseconds; 0 disables an operation.
 *
 * @param list of clients over HTTP
 * @param listen of clients over HTTP
 * @param scrape of each node
 * @param nodes number of nodes of the cluster
 * @param rampLimit most concurrent registrations or deregistrations
 * @param admissionsPerSecond most clients that join or return on this loop per second
 * @param reads limits of reads of truth, in addition to the lists of the fleet
 * @param grpc settings of the clients over gRPC; null when all speak HTTP
 * @param waves of the fleet within the measurement window
 */
public record LoopSettings(
    long beat,
    long list,
    long listen,
    long scrape,
    Phase phase,
    int nodes,
    int rampLimit,
    double admissionsPerSecond,
    long seed,
    Reads reads,
    Grpc grpc,
    List<WaveTurns> waves) {

  /**
   * Clients over gRPC.
   *
   * @param share initial share of instances that speak gRPC, by {@link Fleet#rank}, while the
   *     others speak HTTP; null when all speak gRPC
   * @param list list period
   * @param listen period of batch listens
   * @param configPerClient whether each instance listens, on a configuration connection of its own;
   *     else the first instance of each service does
   * @param subscribe number of services that each instance subscribes to
   */
  public record Grpc(
      Double share, long list, long listen, boolean configPerClient, int subscribe) {}

  /**
   * Limits of reads of truth.
   *
   * @param perSecond for all loops of the process together under load, at least 1
   * @param atOnce concurrent reads from one loop to one node, at least 1
   */
  public record Reads(int perSecond, int atOnce) {

    /** As many reads as without load, and any number of them at once. */
    public static final Reads UNBOUNDED = new Reads(Sweeper.READS_PER_SECOND, Integer.MAX_VALUE);
  }

  /** Whether some clients speak HTTP and others gRPC. */
  boolean mixed() {
    return grpc != null && grpc.share() != null;
  }

  /** The transports by which calls are distinguished. */
  List<Transport> transports() {
    return mixed() ? List.of(Transport.HTTP, Transport.GRPC) : List.of(Transport.ANY);
  }

  /** Whether clients with this transport speak gRPC. */
  boolean overGrpc(Transport transport) {
    return grpc != null && transport != Transport.HTTP;
  }

  /** The transport of connections that clients share; null when each client has its own. */
  Transport sharedTransport() {
    Transport first = transports().get(0);
    return overGrpc(first) ? null : first;
  }

  long list(Transport transport) {
    return overGrpc(transport) ? grpc.list() : list;
  }

  long listen(Transport transport) {
    return overGrpc(transport) ? grpc.listen() : listen;
  }

  /** The number of listeners: the first instances of the fleet, each for its own service. */
  int listeners(Transport transport, Fleet fleet) {
    return overGrpc(transport) && grpc.configPerClient() ? fleet.size() : fleet.services();
  }

  int subscribe() {
    return grpc == null ? 0 : grpc.subscribe();
  }

  /** The number of services that an instance over gRPC subscribes to, apart from those it lists. */
  int subscriptions(Fleet fleet, int instance) {
    return grpc.list() == 0
        ? fleet.subscriptions(instance, grpc.subscribe())
        : Math.min(grpc.subscribe(), fleet.services());
  }

  /** The largest number of services that an instance lists, at least 1. */
  int maxLists(Fleet fleet) {
    return fleet.classes().stream()
        .mapToInt(each -> each.subscribes() == null ? 1 : (int) Math.ceil(each.subscribes()))
        .reduce(1, Math::max);
  }

  private static final int FIRST_LIMIT = 4;

  private static final double UNBOUNDED = 1e9;

  /** The rate of admissions; starts slowly where each client sets up a connection. */
  AdmissionRate newAdmissions(long now) {
    return grpc == null
        ? AdmissionRate.fullRate(admissionsPerSecond, seed, now)
        : AdmissionRate.slowStart(admissionsPerSecond, seed, now);
  }

  /** The rate of logins or deregistrations, which need no connection and add no lasting load. */
  AdmissionRate newUnlimitedRate(long now) {
    return AdmissionRate.fullRate(UNBOUNDED, seed, now);
  }

  /** A limit of concurrent calls that grows while latency does not. */
  VegasLimit newLimit() {
    return new VegasLimit(FIRST_LIMIT, Math.max(FIRST_LIMIT, rampLimit), seed);
  }
}
