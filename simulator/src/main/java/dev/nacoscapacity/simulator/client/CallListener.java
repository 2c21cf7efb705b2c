package dev.nacoscapacity.simulator.client;

import dev.nacoscapacity.simulator.verify.Listing;

/** Told of each call's way, on the event loop's thread. */
@FunctionalInterface
public interface CallListener {

  /** An attempt of the call was handed to the wire; {@code call.written} says when. */
  default void written(Call call) {}

  /** The call is answered or has failed for good; the driver has let go of it. */
  void completed(Call call);

  /**
   * A client's gRPC connection is of no use any more, and nobody here wanted that: it was lost,
   * given up, or the server asked for another. Whoever hears it connects again.
   *
   * @param actor the instance; of a configuration connection whoever listens on it
   * @param config whether it was a configuration connection
   */
  default void disconnected(int actor, boolean config) {}

  /**
   * A subscriber was told how a service looks now.
   *
   * @param subscriber the instance
   * @param listing the driver's: it holds until this returns
   */
  default void pushed(int subscriber, int service, Listing listing) {}

  /**
   * A server notified a client over gRPC that a configuration has changed.
   *
   * @param listener the instance
   */
  default void configChanged(int listener, String dataId) {}
}
