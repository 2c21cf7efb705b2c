package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.reports.stats.Transport;
import dev.nacoscapacity.simulator.schedule.Phase;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.List;

/**
 * What one event loop needs to know of the workload. Periods are in nanoseconds; 0 leaves an
 * operation out.
 *
 * @param nodes of the cluster
 * @param rolloutLimit the most registrations or deregistrations under way
 * @param admissionsPerSecond the most clients that this loop brings in, for the first time or back
 * @param reads how fast the registry's state is read on top of the fleet's own lists
 * @param grpc what only gRPC has; null over HTTP
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
    Grpc grpc) {

  /**
   * What clients over gRPC have besides.
   *
   * @param configPerClient whether each instance listens, on a configuration connection of its own;
   *     else the first instance of each service does
   * @param subscribe how many services each instance subscribes to
   * @param others the clients that speak HTTP in the same fleet; null where all speak gRPC
   */
  public record Grpc(boolean configPerClient, int subscribe, Others others) {

    /** Where all clients speak gRPC. */
    public Grpc(boolean configPerClient, int subscribe) {
      this(configPerClient, subscribe, null);
    }
  }

  /**
   * The clients over HTTP in a fleet that speaks both protocols; all else that is said of clients
   * there is of those over gRPC.
   *
   * @param grpcShare of the instances that does not belong to them, by {@link Fleet#rank}
   * @param list their period
   * @param listen likewise
   */
  public record Others(double grpcShare, long list, long listen) {}

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
        grpc);
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

  /** How many listen: the first so many instances of the fleet, each for its own service. */
  int listeners(Fleet fleet) {
    return grpc != null && grpc.configPerClient() ? fleet.size() : fleet.services();
  }

  /** The clients that speak another protocol than the others; null where all speak the same. */
  Others others() {
    return grpc == null ? null : grpc.others();
  }

  /** What calls are told apart by; of clients over gRPC by the last one. */
  List<Transport> transports() {
    return others() == null ? List.of(Transport.ANY) : List.of(Transport.HTTP, Transport.GRPC);
  }

  int subscribe() {
    return grpc == null ? 0 : grpc.subscribe();
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
