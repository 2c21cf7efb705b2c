package dev.nacoscapacity.simulator.workload;

import dev.nacoscapacity.reports.record.ServiceClass;

/**
 * Who subscribes to whom, by arithmetic. What an instance subscribes to is spread over all services
 * of its shard by their popularity: the more popular, the more instances subscribe.
 */
final class Subscriptions {

  private static final double GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

  private final Fleet fleet;

  /** By service: the popularity of it and of all before it; null when none is popular. */
  private final double[] upTo;

  private Subscriptions(Fleet fleet, double[] upTo) {
    this.fleet = fleet;
    this.upTo = upTo;
  }

  static Subscriptions of(Fleet fleet) {
    double[] upTo = new double[fleet.services()];
    double sum = 0;
    for (int service = 0; service < upTo.length; service++) {
      sum += fleet.classOf(service).popularity();
      upTo[service] = sum;
    }
    return new Subscriptions(fleet, sum == 0 ? null : upTo);
  }

  int of(int instance, int usual) {
    ServiceClass ours = fleet.classOf(fleet.serviceOf(instance));
    if (ours.subscribes() == null) {
      return Math.min(usual, fleet.services());
    }
    double asked = ours.subscribes();
    int whole = (int) asked;
    boolean oneMore = asked > whole && fleet.rank(instance) < asked - whole;
    return Math.min(whole + (oneMore ? 1 : 0), fleet.services());
  }

  /**
   * Of as many equal parts of all popularity as there are subscriptions, each part yields one
   * service: so all differ, and by chance none is left out.
   */
  int service(int instance, int which, int of) {
    if (upTo == null) {
      return (fleet.serviceOf(instance) + which) % fleet.services();
    }
    double within = Fleet.fraction(fleet.global(instance) * GOLDEN_RATIO);
    int service = -1;
    for (int part = 0; part <= which; part++) {
      double popularity = (part + within) / of * upTo[upTo.length - 1];
      int mostLeft = fleet.services() - of + part;
      service = Math.min(Math.max(service + 1, firstAbove(popularity)), mostLeft);
    }
    return service;
  }

  /** The first service up to which there is more popularity than so much. */
  private int firstAbove(double popularity) {
    int low = 0;
    int high = upTo.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (upTo[middle] > popularity) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
