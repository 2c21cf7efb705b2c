package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.reports.stats.Transport;
import dev.nacoscapacity.simulator.schedule.Phase;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.WaveTurns;
import java.util.List;

/**
 * What one event loop needs to know of the workload. Periods are in nanoseconds; 0 leaves an
 * operation out.
 *
 * @param list of clients over HTTP
 * @param listen likewise
 * @param nodes of the cluster
 * @param rolloutLimit the most registrations or deregistrations under way
 * @param admissionsPerSecond the most clients that this loop brings in, for the first time or back
 * @param reads how fast the registry's state is read on top of the fleet's own lists
 * @param grpc the clients over gRPC; null when all speak HTTP
 * @param waves what the fleet does within the measurement window
 */
public record LoopSettings(
    long beat,
    long list,
    long listen,
    long scrape,
    Phase phase,
    int nodes,
    int rolloutLimit,
    double admissionsPerSecond,
    long seed,
    Reads reads,
    Grpc grpc,
    List<WaveTurns> waves) {

  /**
   * Clients over gRPC.
   *
   * @param share of the instances that speak it at first, by {@link Fleet#rank}, while the others
   *     speak HTTP; null when all speak it
   * @param list their period
   * @param listen likewise
   * @param configPerClient whether each instance listens, on a configuration connection of its own;
   *     else the first instance of each service does
   * @param subscribe how many services each instance subscribes to
   */
  public record Grpc(
      Double share, long list, long listen, boolean configPerClient, int subscribe) {}

  /**
   * Reads of truth.
   *
   * @param perSecond the most of all loops of the process together while the load goes on, at least
   *     1
   * @param atOnce the most that one loop has under way to one node, at least 1
   */
  public record Reads(int perSecond, int atOnce) {

    static final Reads UNBOUNDED = new Reads(Sweeper.READS_PER_SECOND, Integer.MAX_VALUE);
  }

  /** With reads of truth as fast as without load. */
  public LoopSettings(
      long beat,
      long list,
      long listen,
      long scrape,
      Phase phase,
      int nodes,
      int rolloutLimit,
      double admissionsPerSecond,
      long seed,
      Grpc grpc) {
    this(
        beat,
        list,
        listen,
        scrape,
        phase,
        nodes,
        rolloutLimit,
        admissionsPerSecond,
        seed,
        Reads.UNBOUNDED,
        grpc,
        List.of());
  }

  /** Over HTTP, with registrations as fast as their rollout's pace. */
  LoopSettings(
      long beat,
      long list,
      long listen,
      long scrape,
      Phase phase,
      int nodes,
      int rolloutLimit,
      long seed) {
    this(beat, list, listen, scrape, phase, nodes, rolloutLimit, UNBOUNDED, seed, null);
  }

  /** The same with waves. */
  LoopSettings with(List<WaveTurns> others) {
    return new LoopSettings(
        beat,
        list,
        listen,
        scrape,
        phase,
        nodes,
        rolloutLimit,
        admissionsPerSecond,
        seed,
        reads,
        grpc,
        others);
  }

  /** Whether some clients speak HTTP and some gRPC. */
  boolean mixed() {
    return grpc != null && grpc.share() != null;
  }

  /** What calls are told apart by. */
  List<Transport> transports() {
    return mixed() ? List.of(Transport.HTTP, Transport.GRPC) : List.of(Transport.ANY);
  }

  /** Whether calls that are told apart so are of clients over gRPC. */
  boolean overGrpc(Transport transport) {
    return grpc != null && transport != Transport.HTTP;
  }

  /**
   * What the connections go over that calls share, as far as that is told; null where each client
   * has its own.
   */
  Transport pooled() {
    Transport first = transports().get(0);
    return overGrpc(first) ? null : first;
  }

  long list(Transport transport) {
    return overGrpc(transport) ? grpc.list() : list;
  }

  long listen(Transport transport) {
    return overGrpc(transport) ? grpc.listen() : listen;
  }

  /** How many listen: the first so many instances of the fleet, each for its own service. */
  int listeners(Transport transport, Fleet fleet) {
    return overGrpc(transport) && grpc.configPerClient() ? fleet.size() : fleet.services();
  }

  int subscribe() {
    return grpc == null ? 0 : grpc.subscribe();
  }

  /** To how many services an instance over gRPC subscribes: one that lists has these besides. */
  int subscriptions(Fleet fleet, int instance) {
    return grpc.list() == 0
        ? fleet.subscriptions(instance, grpc.subscribe())
        : Math.min(grpc.subscribe(), fleet.services());
  }

  /** How many services an instance lists at most, at least 1. */
  int mostLists(Fleet fleet) {
    return fleet.classes().stream()
        .mapToInt(each -> each.subscribes() == null ? 1 : (int) Math.ceil(each.subscribes()))
        .reduce(1, Math::max);
  }

  private static final int FIRST_LIMIT = 4;

  private static final double UNBOUNDED = 1e9;

  /** How fast clients are brought in: carefully where each sets up a connection of its own. */
  AdmissionRate newAdmissions(long now) {
    return grpc == null
        ? AdmissionRate.eager(admissionsPerSecond, seed, now)
        : AdmissionRate.careful(admissionsPerSecond, seed, now);
  }

  /** How fast clients log in or leave: that costs no connection, and brings no load that stays. */
  AdmissionRate newDeregistrations(long now) {
    return AdmissionRate.eager(UNBOUNDED, seed, now);
  }

  /** More calls under way as long as their answers come no later. */
  VegasLimit newLimit() {
    return new VegasLimit(FIRST_LIMIT, Math.max(FIRST_LIMIT, rolloutLimit), seed);
  }
}
