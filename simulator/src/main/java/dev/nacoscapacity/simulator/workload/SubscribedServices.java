package dev.nacoscapacity.simulator.workload;

import dev.nacoscapacity.core.workload.ServiceClass;

/**
 * Computes the services that each instance subscribes to. Subscriptions are distributed over all
 * services of the shard in proportion to the popularity of the service.
 */
final class SubscribedServices {

  private static final double GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

  private final Fleet fleet;

  /** By service: cumulative popularity up to this service; null when all popularities are 0. */
  private final double[] cumulative;

  private SubscribedServices(Fleet fleet, double[] cumulative) {
    this.fleet = fleet;
    this.cumulative = cumulative;
  }

  static SubscribedServices of(Fleet fleet) {
    double[] cumulative = new double[fleet.services()];
    double sum = 0;
    for (int service = 0; service < cumulative.length; service++) {
      sum += fleet.classOf(service).popularity();
      cumulative[service] = sum;
    }
    return new SubscribedServices(fleet, sum == 0 ? null : cumulative);
  }

  /** See {@link Fleet#subscriptions}. */
  int of(int instance, int usual) {
    ServiceClass serviceClass = fleet.classOf(fleet.serviceOf(instance));
    if (serviceClass.subscribes() == null) {
      return Math.min(usual, fleet.services());
    }
    double mean = serviceClass.subscribes();
    int floor = (int) mean;
    boolean oneMore = mean > floor && fleet.rank(instance) < mean - floor;
    return Math.min(floor + (oneMore ? 1 : 0), fleet.services());
  }

  /**
   * See {@link Fleet#subscribed}. Each of as many equal parts of cumulative popularity as there are
   * subscriptions yields one service. So the services differ, and none is left out by chance.
   */
  int service(int instance, int which, int of) {
    if (cumulative == null) {
      return (fleet.serviceOf(instance) + which) % fleet.services();
    }
    double within = Fleet.fraction(fleet.global(instance) * GOLDEN_RATIO);
    int service = -1;
    for (int part = 0; part <= which; part++) {
      double popularity = (part + within) / of * cumulative[cumulative.length - 1];
      int mostLeft = fleet.services() - of + part;
      service = Math.min(Math.max(service + 1, firstAbove(popularity)), mostLeft);
    }
    return service;
  }

  /** The first service with a cumulative popularity above a value. */
  private int firstAbove(double popularity) {
    int low = 0;
    int high = cumulative.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (cumulative[middle] > popularity) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
