package dev.nacoscapacity.core.workload;

import dev.nacoscapacity.core.stats.Operation;
import java.time.Duration;
import java.util.Locale;

/**
 * One API that the instances of a fleet call at a constant rate, in turn, in place of their own
 * lists and listens. What keeps them registered, their beats, goes on.
 *
 * @param api which one
 * @param perSecond calls of the whole fleet in a second, above 0
 * @param persistent whether instances register as persistent ones, which never expire; false for
 *     ephemeral ones
 */
public record ApiRate(Api api, double perSecond, boolean persistent) {

  /** Those of an API of configurations: as long as those of nacos-bench. */
  static final Configurations CONFIGURATIONS = new Configurations(0, 128);

  /** The APIs, each with the operation that its calls count as. */
  public enum Api {
    /** Each instance registers again, which the registry writes, spreads and tells as at first. */
    REGISTER(Operation.REGISTER),
    /** Each instance lists its service. */
    QUERY(Operation.LIST),
    /** Each instance beats; over gRPC it checks the health of its connection. */
    BEAT(Operation.BEAT),
    /** Each instance gives a configuration of its own other content. */
    PUBLISH(Operation.PUBLISH),
    /** Each instance reads a configuration of its own. */
    GET_CONFIG(Operation.READ);

    private final Operation operation;

    Api(Operation operation) {
      this.operation = operation;
    }

    /** What its calls count as. */
    public Operation operation() {
      return operation;
    }

    /** Whether it is about configurations, of which each instance then has one. */
    public boolean ofConfigurations() {
      return this == PUBLISH || this == GET_CONFIG;
    }

    /** As on the command line and in records. */
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Api of(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
  }

  /** Its name and its rate: {@code register 5,000/s}. */
  public String label() {
    String rate = perSecond == Math.rint(perSecond) ? "%,.0f" : "%,.2f";
    return api.word()
        + (persistent ? " (persistent) " : " ")
        + String.format(Locale.ROOT, rate + "/s", perSecond);
  }

  /** The time between two calls of one of so many instances. */
  public Duration period(int instances) {
    return Duration.ofNanos(Math.round(instances * 1e9 / perSecond));
  }
}
