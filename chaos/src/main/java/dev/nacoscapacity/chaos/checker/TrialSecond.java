package dev.nacoscapacity.chaos.checker;

import static dev.nacoscapacity.core.stats.OperationCount.FAILED;
import static dev.nacoscapacity.core.stats.OperationCount.FAILOVER_RETRIES;
import static dev.nacoscapacity.core.stats.OperationCount.LONGEST_UNSERVED_MS;
import static dev.nacoscapacity.core.stats.OperationCount.STARTED;
import static dev.nacoscapacity.core.stats.OperationCount.UNSERVED;

import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.PackedHistogram;

/**
 * One second of a trial: the figures of the run, with only one distribution to save memory, since a
 * trial keeps all its seconds.
 *
 * @param at end of the second, in seconds since the run began
 * @param counts without distributions
 * @param latency of the calls that are answered immediately (beats and lists), in microseconds
 */
public record TrialSecond(double at, RunStats counts, AbstractHistogram latency) {

  /**
   * Connect and subscribe calls are only required over gRPC. There, a client without a connection
   * makes no other call, so only its connect attempts show that it has no service. Pushes are not
   * calls of clients.
   */
  private static final Set<Operation> OF_CLIENTS =
      EnumSet.of(
          Operation.BEAT,
          Operation.LIST,
          Operation.LISTEN,
          Operation.READ,
          Operation.PUBLISH,
          Operation.CONNECT,
          Operation.REGISTER,
          Operation.SUBSCRIBE,
          Operation.LOGIN);

  /**
   * The operations that are answered immediately. A server holds the others on purpose, or clients
   * make them rarely: a long poll is answered only after half a minute.
   */
  private static final Set<Operation> AT_ONCE = EnumSet.of(Operation.BEAT, Operation.LIST);

  private static final int DIGITS = 3;

  /** Extracts what a trial keeps of a second of the run. */
  public static TrialSecond of(RunSecond second) {
    PackedHistogram latency = new PackedHistogram(DIGITS);
    for (Operation operation : AT_ONCE) {
      latency.add(second.stats().total(operation).histogram(LatencyPart.LATENCY));
    }
    return new TrialSecond(second.at(), second.stats().counts(), latency);
  }

  /** Calls of clients that ended. */
  public long calls() {
    return sum(OF_CLIENTS, OperationStats::ended);
  }

  /** Calls of clients that failed for good. */
  public long failed() {
    return sum(OF_CLIENTS, calls -> calls.count(FAILED));
  }

  /** Calls of clients that failed for good, and attempts that were retried on another node. */
  long disturbed() {
    return failed() + sum(OF_CLIENTS, calls -> calls.count(FAILOVER_RETRIES));
  }

  /**
   * The number of clients without service: for their beats or lists, whichever is more, and those
   * between two protocols.
   */
  public long unserved() {
    return most(UNSERVED) + moving();
  }

  /** The longest time that one client has been without service, in ms. */
  public long longestUnservedMs() {
    return Math.max(
        most(LONGEST_UNSERVED_MS), counts.total(Operation.REGISTER).count(LONGEST_UNSERVED_MS));
  }

  /** The number of clients that have left one protocol and are not registered over the other. */
  long moving() {
    return counts.total(Operation.REGISTER).count(UNSERVED);
  }

  /** The started calls of an operation. */
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
