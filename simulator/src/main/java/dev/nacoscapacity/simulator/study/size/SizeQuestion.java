package dev.nacoscapacity.simulator.study.size;

import dev.nacoscapacity.cluster.model.Costs;

/**
 * A load, and the clusters that might hold it.
 *
 * @param instances of the whole fleet
 * @param services that they belong to
 * @param subscribe services that each instance subscribes to
 * @param grpc whether clients speak gRPC
 * @param auth whether calls carry tokens
 * @param tokenCache whether nodes keep verified tokens
 * @param costs of the nodes' work
 * @param grid the clusters
 */
public record SizeQuestion(
    int instances,
    int services,
    int subscribe,
    boolean grpc,
    boolean auth,
    boolean tokenCache,
    Costs costs,
    Grid grid) {

  /** About so many instances show what one costs, and take a second. */
  private static final int FEW = 2_000;

  /**
   * What one run is loaded with.
   *
   * @param counting whether only the work matters: the cluster is larger than the load needs
   */
  public record Load(int instances, int services, boolean counting) {}

  /** All of it, or more: of more services, as large as these. */
  Load load(int others) {
    double factor = (double) others / instances;
    int all = Math.max(1, Math.min(others, (int) Math.round(services * factor)));
    return new Load(others, all, false);
  }

  /**
   * A part of it whose services are as large, since what a list costs goes with its hosts: at least
   * one of them, and as many as an instance subscribes to.
   */
  Load small() {
    double factor = Math.min(1, (double) FEW / instances);
    int few = Math.max((int) Math.ceil(services * factor), subscribe);
    return new Load((int) Math.round(few * hostsPerService()), few, true);
  }

  double hostsPerService() {
    return (double) instances / services;
  }
}
