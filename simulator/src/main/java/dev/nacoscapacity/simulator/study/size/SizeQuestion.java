package dev.nacoscapacity.simulator.study.size;

import dev.nacoscapacity.cluster.model.Costs;
import dev.nacoscapacity.core.workload.Clients;
import dev.nacoscapacity.core.workload.GrpcClients;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.Workload;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * A load, and the clusters that may carry it.
 *
 * @param workload of the whole fleet, over one protocol
 * @param connectionEach whether each client over HTTP may have a connection, in a load of any size
 * @param auth whether calls contain tokens
 * @param tokenCache whether nodes cache verified tokens
 * @param costs of the nodes' work
 * @param grid the clusters
 */
public record SizeQuestion(
    Workload workload,
    boolean connectionEach,
    boolean auth,
    boolean tokenCache,
    Costs costs,
    Grid grid) {

  /** About this many instances show the cost of one, in a run of a second. */
  private static final int FEW = 2_000;

  int instances() {
    return workload.instances();
  }

  int services() {
    return workload.services();
  }

  boolean grpc() {
    return workload.protocol().grpc();
  }

  /** The whole load, or a larger one with more services of the same size. */
  Workload load(int others) {
    double factor = (double) others / instances();
    int all = Math.max(1, Math.min(others, (int) Math.round(services() * factor)));
    Workload load = workload.withInstances(others, all);
    return connectionEach && load.clients() instanceof HttpClients http
        ? load.withClients(http.withConnections(OptionalInt.of(others)))
        : load;
  }

  /**
   * A part of the load for a cluster that is larger than necessary, to count its work. Its services
   * have the same size, since the cost of a list depends on its hosts: at least one service, and as
   * many as an instance subscribes to.
   */
  Workload small() {
    double factor = Math.min(1, (double) FEW / instances());
    int subscribe = workload.clients().overGrpc().map(GrpcClients::subscribe).orElse(0);
    int few = Math.max((int) Math.ceil(services() * factor), subscribe);
    Clients clients =
        workload.clients() instanceof HttpClients http
            ? HttpClients.USUAL.withCallTimeout(http.callTimeout())
            : workload.clients();
    return workload
        .withInstances((int) Math.round(few * hostsPerService()), few)
        .withClients(clients)
        .withTiming(workload.timing().withRamp(Duration.ZERO));
  }

  double hostsPerService() {
    return (double) instances() / services();
  }
}
