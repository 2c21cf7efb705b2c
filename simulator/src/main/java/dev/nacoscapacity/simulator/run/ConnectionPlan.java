package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.simulator.engine.Sweeper;
import dev.nacoscapacity.simulator.schedule.Phase;
import java.time.Duration;

/**
 * How many HTTP connections a fleet needs, and how they are shared out to nodes and event loops.
 * What this process may open is {@link
 * dev.nacoscapacity.simulator.preflight.machine.Doctor#connectionsAtMost}'s to say.
 *
 * @param nodes how many nodes the cluster has
 * @param standInHere whether a stand-in cluster runs in this process, too
 */
record ConnectionPlan(RunSettings settings, int nodes, boolean standInHere) {

  /** Over gRPC, for what goes over HTTP there besides reads of truth: scrapes and logins. */
  private static final int GRPC_HTTP_PER_SERVER = 2;

  /** Over gRPC, how many may be registering at once; a set-up waits 100 ms for an old server. */
  private static final int REGISTERING = 512;

  /**
   * Over HTTP, where no connections were asked for: so many per 5,000 may be registering at once.
   */
  private static final int REGISTERING_PER_5000 = 100;

  private static final int REGISTERING_AT_LEAST = 10;

  /** How late a registry may answer that passes. */
  private static final Duration SLOW_ANSWER = Duration.ofSeconds(1);

  /** How late a stand-in in this process may, which adds no delay of its own. */
  private static final Duration SLOW_STAND_IN = Duration.ofMillis(100);

  /**
   * HTTP connections of one event loop, for all calls but long polls and reads of truth.
   *
   * @param perServer the most to each node, at least 1
   * @param spare so many more, to whichever nodes need them: one that is slow has more calls under
   *     way than the others
   */
  record Bounds(int perServer, int spare) {

    /** Of one event loop to all nodes together. */
    int ofLoop(int nodes) {
      return perServer * nodes + spare;
    }
  }

  /**
   * What was asked for, evenly, or else what the process may have, half of it evenly.
   *
   * @param allowed for HTTP calls, over all nodes and loops together, those of reads of truth among
   *     them
   */
  Bounds bounds(int allowed) {
    if (!settings.protocol().http()) {
      return new Bounds(GRPC_HTTP_PER_SERVER, 0);
    }
    if (settings.clients().bounded()) {
      return new Bounds(perServer(settings.clients().connections()), 0);
    }
    int ofLoop = (allowed - readsAtOnce()) / settings.threads();
    int perServer = Math.max(1, ofLoop / 2 / nodes);
    return new Bounds(perServer, Math.max(0, ofLoop - perServer * nodes));
  }

  /**
   * HTTP connections to reckon with, of calls and of reads of truth: as many as asked for, or else
   * as there are calls under way when each answer is as late as it may be.
   */
  int needed() {
    if (!settings.protocol().http()) {
      return GRPC_HTTP_PER_SERVER * nodes * settings.threads() + readsAtOnce();
    }
    return readsAtOnce()
        + (settings.clients().bounded() ? settings.clients().connections() : callsAtOnce());
  }

  /** How many may be registering at once on each event loop. */
  int registeringAtOnce() {
    if (settings.protocol().grpc()) {
      return Math.max(1, REGISTERING / settings.threads());
    }
    int usual =
        Math.max(
            REGISTERING_AT_LEAST,
            (int) Math.ceil(settings.fleet().size() / 5000.0 * REGISTERING_PER_5000));
    return perServer(settings.clients().bounded() ? settings.clients().connections() : usual)
        * nodes;
  }

  /** The most reads of truth under way from one event loop to one node. */
  int readsPerServer() {
    return perServer(readsAtOnce());
  }

  private int perServer(int connections) {
    int places = nodes * settings.threads();
    return Math.max(1, (connections + places - 1) / places);
  }

  /** Beats and lists under way: no more of each kind than clients, and in a burst all of these. */
  private int callsAtOnce() {
    int size = Math.max(1, settings.httpInstances());
    Duration list = settings.lists(settings.timing().list());
    return settings.timing().phase() == Phase.BURST
        ? size + (list.isZero() ? 0 : size)
        : callsAtOnce(size, settings.httpBeat()) + callsAtOnce(size, list);
  }

  private int callsAtOnce(int size, Duration period) {
    return period.isZero()
        ? 0
        : (int) Math.ceil(size * Math.min(1, slowAnswerSeconds() / RunSettings.seconds(period)));
  }

  /** The most reads of truth under way, over all nodes and loops together. */
  private int readsAtOnce() {
    long cells = (long) settings.fleet().services() * nodes;
    return (int) Math.min(cells, Math.ceil(Sweeper.READS_PER_SECOND * slowAnswerSeconds()));
  }

  private double slowAnswerSeconds() {
    return RunSettings.seconds(standInHere ? SLOW_STAND_IN : SLOW_ANSWER);
  }
}
