package dev.nacoscapacity.simulator.client;

import dev.nacoscapacity.reports.stats.Operation;

/** Carries calls to a cluster. For the one event loop that owns it. */
public interface Driver {

  /** The failure of a call for which this process had no file descriptor. */
  String NO_DESCRIPTOR = "no file descriptor left";

  /** The failure of a call for which this machine had no port. */
  String NO_PORT = "no local port left";

  /** Whether a failure says that this machine has nothing left to open a connection with. */
  static boolean isShortage(String failure) {
    return failure.equals(NO_DESCRIPTOR) || failure.equals(NO_PORT);
  }

  /** The failure of a call that was still under way when its driver was closed. */
  String UNANSWERED = "unanswered at the end";

  /**
   * Takes up a call. It ends with exactly one {@link CallListener#completed}, maybe before this
   * method returns.
   */
  void send(Call call);

  /**
   * Whether an instance has what it needs to make calls; if not, {@link Operation#CONNECT} it.
   *
   * @param config whether calls about configurations, which have a connection of their own
   */
  default boolean connected(int instance, boolean config) {
    return true;
  }

  /** Closes what an instance has, as when its process ends; no call of it is under way. */
  default void leave(int instance) {}

  /**
   * Whether a periodic call is owed now: a gRPC client sends no health check on a connection on
   * which something else went in the last period.
   *
   * @param config whether it would be for the actor's configuration connection
   */
  default boolean owes(Operation operation, int actor, boolean config, long due) {
    return true;
  }

  /** Whether each call of an instance, not only its beat, tells the registry that it lives. */
  default boolean everyCallKeepsAlive() {
    return false;
  }

  /**
   * Ends attempts that took too long, and forgets those that are over, which a driver may keep
   * until then; to be called about once a second.
   */
  void expire(long now);

  /** Connections open now, those being opened included. */
  int connections();

  /**
   * Connections opened since the driver was made, those that failed included; but for those that
   * clients have by a {@link Operation#CONNECT}.
   */
  long opened();

  /** Closes every connection; calls still under way end here, failed as {@link #UNANSWERED}. */
  void close();
}
