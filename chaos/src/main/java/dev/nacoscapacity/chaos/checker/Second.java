package dev.nacoscapacity.chaos.checker;

import static dev.nacoscapacity.reports.stats.OperationCount.FAILED;
import static dev.nacoscapacity.reports.stats.OperationCount.FAILOVER_RETRIES;
import static dev.nacoscapacity.reports.stats.OperationCount.LONGEST_UNSERVED_MS;
import static dev.nacoscapacity.reports.stats.OperationCount.STARTED;
import static dev.nacoscapacity.reports.stats.OperationCount.UNSERVED;

import dev.nacoscapacity.reports.stats.LatencyPart;
import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.stats.OperationCount;
import dev.nacoscapacity.reports.stats.OperationStats;
import dev.nacoscapacity.reports.stats.RegistryStats;
import dev.nacoscapacity.reports.stats.RunStats;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.PackedHistogram;

/**
 * One second of a trial: the run's figures, with one distribution in place of all of them, since a
 * trial keeps its seconds.
 *
 * @param at its end, in seconds since the run began
 * @param counts without distributions
 * @param latency of the calls that are answered at once (beats and lists), in microseconds
 */
public record Second(double at, RunStats counts, AbstractHistogram latency) {

  /**
   * Connecting and subscribing are asked for over gRPC only, where a client without a connection
   * makes no other call: that it has none shows nowhere else. Pushes are no client's calls.
   */
  private static final Set<Operation> OF_CLIENTS =
      EnumSet.of(
          Operation.BEAT,
          Operation.LIST,
          Operation.LISTEN,
          Operation.CONNECT,
          Operation.REGISTER,
          Operation.SUBSCRIBE,
          Operation.LOGIN);

  /**
   * The others are held by the server on purpose, or made only now and then. That a long poll
   * reached a live node shows only when it is answered, half a minute later.
   */
  private static final Set<Operation> AT_ONCE = EnumSet.of(Operation.BEAT, Operation.LIST);

  private static final int DIGITS = 3;

  /** Takes what a trial keeps of a second. */
  public static Second of(RunSecond second) {
    PackedHistogram latency = new PackedHistogram(DIGITS);
    for (Operation operation : AT_ONCE) {
      latency.add(second.stats().total(operation).histogram(LatencyPart.LATENCY));
    }
    return new Second(second.at(), second.stats().counts(), latency);
  }

  /** Calls of clients that ended. */
  public long calls() {
    return sum(OF_CLIENTS, OperationStats::ended);
  }

  /** Calls of clients that failed for good. */
  public long failed() {
    return sum(OF_CLIENTS, calls -> calls.count(FAILED));
  }

  /** Attempts of clients that failed and were made again on another node. */
  long failoverRetries() {
    return sum(OF_CLIENTS, calls -> calls.count(FAILOVER_RETRIES));
  }

  /** Clients whose beats or lists go without service: of the operation that has most of them. */
  public long unserved() {
    return most(UNSERVED);
  }

  /** For how long one of them has been without. */
  public long longestUnservedMs() {
    return most(LONGEST_UNSERVED_MS);
  }

  /** Calls of a kind that were made. */
  long started(Operation operation) {
    return counts.total(operation).count(STARTED);
  }

  /** What each node listed, by its name. */
  public Map<String, RegistryStats> registry() {
    return counts.registry();
  }

  private long sum(Set<Operation> operations, ToLongFunction<OperationStats> count) {
    return operations.stream().mapToLong(each -> count.applyAsLong(counts.total(each))).sum();
  }

  private long most(OperationCount figure) {
    return AT_ONCE.stream().mapToLong(each -> counts.total(each).count(figure)).max().orElse(0);
  }
}
