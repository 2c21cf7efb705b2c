package dev.nacoscapacity.simulator.study.size;

import dev.nacoscapacity.cluster.model.Costs;

/**
 * A load, and the clusters that may carry it.
 *
 * @param instances of the whole fleet
 * @param services that they belong to
 * @param subscribe services that each instance subscribes to
 * @param grpc whether clients use gRPC
 * @param auth whether calls contain tokens
 * @param tokenCache whether nodes cache verified tokens
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

  /** About this many instances show the cost of one, in a run of a second. */
  private static final int FEW = 2_000;

  /**
   * The load of one run.
   *
   * @param counting whether the run only counts work, on a cluster that is larger than necessary
   */
  public record Load(int instances, int services, boolean counting) {}

  /** The whole load, or a larger one with more services of the same size. */
  Load load(int others) {
    double factor = (double) others / instances;
    int all = Math.max(1, Math.min(others, (int) Math.round(services * factor)));
    return new Load(others, all, false);
  }

  /**
   * A part of the load with services of the same size, since the cost of a list depends on its
   * hosts: at least one service, and as many as an instance subscribes to.
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
