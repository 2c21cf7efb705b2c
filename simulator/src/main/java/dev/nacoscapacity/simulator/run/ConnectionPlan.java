package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.workload.Phase;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.engine.Sweeper;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * Computes how many HTTP connections a fleet needs, and their limits for each node and event loop.
 * What the process may open is limited by {@link
 * dev.nacoscapacity.simulator.preflight.machine.Doctor#connectionsAtMost}.
 *
 * @param nodes number of nodes of the cluster
 * @param standInHere whether a stand-in cluster also runs in this process
 */
record ConnectionPlan(Workload workload, int nodes, boolean standInHere) {

  /** For a fleet over gRPC: connections to each node for scrapes and logins, which use HTTP. */
  private static final int GRPC_HTTP_PER_SERVER = 2;

  /** For a fleet over gRPC whose clients log in: concurrent logins, each over a connection. */
  private static final int LOGINS = 512;

  /** Concurrent registrations over gRPC; a connection to an old server takes 100 ms to set up. */
  private static final int REGISTERING = 512;

  /** Concurrent registrations for each 5,000 instances over unlimited HTTP connections ... */
  private static final int REGISTERING_PER_5000 = 100;

  /** ... and at least this many. */
  private static final int REGISTERING_AT_LEAST = 10;

  /** The latest answer of a registry that passes. */
  private static final Duration SLOW_ANSWER = Duration.ofSeconds(1);

  /** The latest answer of a stand-in in this process, which adds no delay of its own. */
  private static final Duration SLOW_STAND_IN = Duration.ofMillis(100);

  /**
   * Limits of HTTP connections of one event loop, for all calls except long polls and reads of
   * truth.
   *
   * @param perServer for each node, at least 1
   * @param spare additional ones for any node, since a slow node has more calls under way
   */
  record Bounds(int perServer, int spare) {

    /** Limit of one event loop for all nodes together. */
    int perLoop(int nodes) {
      return perServer * nodes + spare;
    }
  }

  /**
   * The limits for each event loop: the requested number of connections divided evenly, or else the
   * allowed number, half of it divided evenly and half spare.
   *
   * @param allowed limit for HTTP calls and reads of truth, over all nodes and loops together
   */
  Bounds bounds(int allowed) {
    if (!workload.protocol().http()) {
      int remaining =
          (allowed - concurrentReads()) / workload.threads() - GRPC_HTTP_PER_SERVER * nodes;
      int logins = (logins() + workload.threads() - 1) / workload.threads();
      return new Bounds(GRPC_HTTP_PER_SERVER, Math.max(0, Math.min(logins, remaining)));
    }
    OptionalInt limit = workload.clients().httpConnections();
    if (limit.isPresent()) {
      return new Bounds(perServer(limit.getAsInt()), 0);
    }
    int perLoop = (allowed - concurrentReads()) / workload.threads();
    int perServer = Math.max(1, perLoop / 2 / nodes);
    return new Bounds(perServer, Math.max(0, perLoop - perServer * nodes));
  }

  /**
   * The expected number of HTTP connections for calls and reads of truth: the requested number, or
   * else the number of concurrent calls when each answer takes the longest time that passes.
   */
  int needed() {
    if (!workload.protocol().http()) {
      return GRPC_HTTP_PER_SERVER * nodes * workload.threads() + logins() + concurrentReads();
    }
    return concurrentReads()
        + workload.clients().httpConnections().orElseGet(this::concurrentCalls);
  }

  private int logins() {
    return workload.loginEach() ? Math.min(LOGINS, workload.instances()) : 0;
  }

  /** The limit of concurrent registrations of each event loop. */
  int registrationLimit() {
    if (workload.protocol().grpc()) {
      return Math.max(1, REGISTERING / workload.threads());
    }
    int unbounded =
        Math.max(
            REGISTERING_AT_LEAST,
            (int) Math.ceil(workload.instances() / 5000.0 * REGISTERING_PER_5000));
    return perServer(workload.clients().httpConnections().orElse(unbounded)) * nodes;
  }

  /** The limit of concurrent reads of truth from one event loop to one node. */
  int readsPerLoopAndNode() {
    return perServer(concurrentReads());
  }

  private int perServer(int connections) {
    int pools = nodes * workload.threads();
    return Math.max(1, (connections + pools - 1) / pools);
  }

  /** Expected concurrent beats and lists: at most one of each per client, which a burst reaches. */
  private int concurrentCalls() {
    LoadFigures figures = new LoadFigures(workload);
    int size = Math.max(1, workload.instances() - workload.grpcInstances());
    Duration list = figures.listPeriod(Transport.HTTP);
    if (workload.rate().isPresent()) {
      // A client whose call is due again before its answer is there does not call.
      return size + concurrentCalls(size, figures.httpBeatPeriod());
    }
    return workload.timing().phase() == Phase.BURST
        ? size + (list.isZero() ? 0 : size)
        : concurrentCalls(size, figures.httpBeatPeriod()) + concurrentCalls(size, list);
  }

  private int concurrentCalls(int size, Duration period) {
    return period.isZero()
        ? 0
        : (int) Math.ceil(size * Math.min(1, slowAnswerSeconds() / Timing.seconds(period)));
  }

  /** The limit of concurrent reads of truth, over all nodes and loops together. */
  private int concurrentReads() {
    long cells = (long) workload.services() * nodes;
    return (int) Math.min(cells, Math.ceil(Sweeper.READS_PER_SECOND * slowAnswerSeconds()));
  }

  private double slowAnswerSeconds() {
    return Timing.seconds(standInHere ? SLOW_STAND_IN : SLOW_ANSWER);
  }
}
