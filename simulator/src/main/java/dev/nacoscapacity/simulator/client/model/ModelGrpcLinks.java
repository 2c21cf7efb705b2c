package dev.nacoscapacity.simulator.client.model;

import dev.nacoscapacity.cluster.model.ModelCluster;
import dev.nacoscapacity.core.time.EventThread;
import dev.nacoscapacity.simulator.client.CalledServers;
import dev.nacoscapacity.simulator.client.Registrations;
import dev.nacoscapacity.simulator.client.grpc.GrpcLink;
import dev.nacoscapacity.simulator.client.grpc.GrpcLinks;
import dev.nacoscapacity.simulator.workload.Fleet;

/** Creates gRPC links to the nodes of a modelled cluster, in virtual time. */
public final class ModelGrpcLinks implements GrpcLinks {

  final ModelCluster cluster;
  final Registrations registrations;

  /** How many links are opened and not closed. */
  int open;

  /**
   * @param registrations the same as for the fleet's HTTP connections
   */
  public ModelGrpcLinks(ModelCluster cluster, Registrations registrations) {
    this.cluster = cluster;
    this.registrations = registrations;
  }

  @Override
  public Fleet fleet() {
    return registrations.fleet();
  }

  @Override
  public EventThread thread() {
    return cluster.time();
  }

  @Override
  public long nanos() {
    return cluster.time().nanos();
  }

  @Override
  public CalledServers called() {
    return new CalledServers(0, cluster.nodes().size());
  }

  @Override
  public GrpcLink open(int server) {
    open++;
    return new ModelGrpcLink(this, cluster.node(server));
  }

  @Override
  public int open() {
    return open;
  }

  /** Runs a task after all tasks that are already due now. */
  void soon(Runnable task) {
    cluster.time().execute(task);
  }
}
