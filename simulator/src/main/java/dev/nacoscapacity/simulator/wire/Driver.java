package dev.nacoscapacity.simulator.wire;

/** Carries calls to a cluster. For the one event loop that owns it. */
public interface Driver {

  /** The failure of a call for which this process had no file descriptor. */
  String NO_DESCRIPTOR = "no file descriptor left";

  /** The failure of a call for which this machine had no port. */
  String NO_PORT = "no local port left";

  /** The failure of a call that was still under way when its driver was closed. */
  String UNANSWERED = "unanswered at the end";

  /**
   * Takes up a call. It ends with exactly one {@link CallListener#completed}, maybe before this
   * method returns.
   */
  void send(Call call);

  /** Ends attempts that took too long; to be called about once a second. */
  void expire(long now);

  /** Connections open now, those being opened included. */
  int connections();

  /** Connections opened since the driver was made, those that failed included. */
  long opened();

  /** Closes every connection; calls still under way end here, failed as {@link #UNANSWERED}. */
  void close();
}
