package dev.nacoscapacity.simulator.client.model;

import dev.nacoscapacity.cluster.model.ModelCluster;
import dev.nacoscapacity.simulator.client.grpc.GrpcLink;
import dev.nacoscapacity.simulator.client.grpc.GrpcLinks;

/** Links over gRPC to the nodes of a modelled cluster, in its time. */
public final class ModelGrpcLinks implements GrpcLinks {

  private final ModelCluster cluster;
  private final Registrations registrations;
  private int open;

  /**
   * @param registrations of the fleet, as the drivers' HTTP connections have them
   */
  public ModelGrpcLinks(ModelCluster cluster, Registrations registrations) {
    this.cluster = cluster;
    this.registrations = registrations;
  }

  @Override
  public int servers() {
    return cluster.nodes().size();
  }

  @Override
  public GrpcLink open(int server) {
    open++;
    return new ModelGrpcLink(this, cluster.node(server));
  }

  /** A link is closed. */
  void closed() {
    open--;
  }

  @Override
  public int open() {
    return open;
  }

  Registrations registrations() {
    return registrations;
  }

  boolean accepts(String token) {
    return cluster.accepts(token);
  }

  /** Runs a task when all that is to be done now is done. */
  void soon(Runnable task) {
    cluster.time().execute(task);
  }
}
