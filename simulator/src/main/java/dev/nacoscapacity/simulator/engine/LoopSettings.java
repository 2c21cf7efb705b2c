package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.GrpcClients;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.MixedClients;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.List;
import java.util.OptionalLong;

/**
 * The workload of one event loop, and its limits. Periods are in nanoseconds; 0 disables an
 * operation.
 *
 * @param nodes number of nodes of the cluster
 * @param rampLimit most concurrent registrations or deregistrations
 * @param admissionsPerSecond most clients that join or return on this loop per second
 * @param reads limits of reads of truth, in addition to the lists of the fleet
 */
public record LoopSettings(
    Workload workload, int nodes, int rampLimit, double admissionsPerSecond, Reads reads) {

  private static final int FIRST_LIMIT = 4;

  private static final double UNBOUNDED = 1e9;

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

  /** The clients over gRPC, of which there are some. */
  private GrpcClients grpc() {
    return workload.clients() instanceof MixedClients both
        ? both.grpc()
        : (GrpcClients) workload.clients();
  }

  /** Whether some clients speak gRPC, now or after a migration. */
  boolean overGrpc() {
    return !(workload.clients() instanceof HttpClients);
  }

  /** Whether some clients speak HTTP and others gRPC. */
  boolean mixed() {
    return workload.clients() instanceof MixedClients;
  }

  /** The transports by which calls are distinguished. */
  List<Transport> transports() {
    return mixed() ? List.of(Transport.HTTP, Transport.GRPC) : List.of(Transport.ANY);
  }

  /** Whether clients with this transport speak gRPC. */
  boolean overGrpc(Transport transport) {
    return transport != Transport.HTTP && overGrpc();
  }

  /** The transport of connections that clients share; null when each client has its own. */
  Transport sharedTransport() {
    Transport first = transports().get(0);
    return overGrpc(first) ? null : first;
  }

  long list(Transport transport) {
    return workload.list(overGrpc(transport) ? Transport.GRPC : Transport.HTTP).toNanos();
  }

  long listen(Transport transport) {
    return workload.listen(overGrpc(transport) ? Transport.GRPC : Transport.HTTP).toNanos();
  }

  /** The time between two calls of an instance at the constant rate; empty for other calls. */
  OptionalLong ratePeriod(Operation operation) {
    return workload.isAtRate(operation.label())
        ? OptionalLong.of(
            workload.rate().orElseThrow().period(workload.population().instances()).toNanos())
        : OptionalLong.empty();
  }

  /**
   * The number of instances with a connection for configurations, which listen on it unless they
   * call at a constant rate: the first instances of the fleet, each for its own service.
   */
  int listeners(Transport transport, Fleet fleet) {
    if (workload.rate().filter(rate -> !rate.api().ofConfigurations()).isPresent()) {
      return 0;
    }
    return overGrpc(transport) && grpc().configPerClient() ? fleet.size() : fleet.services();
  }

  int subscribe() {
    return overGrpc() ? grpc().subscribe() : 0;
  }

  /** The number of services that an instance over gRPC subscribes to, apart from those it lists. */
  int subscriptions(Fleet fleet, int instance) {
    return grpc().model() == ClientModel.POLLING
        ? Math.min(grpc().subscribe(), fleet.services())
        : fleet.subscriptions(instance, grpc().subscribe());
  }

  /** The largest number of services that an instance lists, at least 1. */
  int maxLists(Fleet fleet) {
    return fleet.classes().stream()
        .mapToInt(each -> each.subscribes() == null ? 1 : (int) Math.ceil(each.subscribes()))
        .reduce(1, Math::max);
  }

  /** The rate of admissions; starts slowly where each client sets up a connection. */
  AdmissionRate newAdmissions(long now) {
    return overGrpc()
        ? AdmissionRate.slowStart(admissionsPerSecond, workload.seed(), now)
        : AdmissionRate.fullRate(admissionsPerSecond, workload.seed(), now);
  }

  /** The rate of logins or deregistrations, which need no connection and add no lasting load. */
  AdmissionRate newUnlimitedRate(long now) {
    return AdmissionRate.fullRate(UNBOUNDED, workload.seed(), now);
  }

  /** A limit of concurrent calls that grows while latency does not. */
  VegasLimit newLimit() {
    return new VegasLimit(FIRST_LIMIT, Math.max(FIRST_LIMIT, rampLimit), workload.seed());
  }
}
