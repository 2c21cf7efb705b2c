package dev.nacoscapacity.cluster.admin;

/** Throttles calls, so that many successive calls do not harm a registry. */
public interface CallThrottle {

  /** No throttling. */
  CallThrottle NONE = new CallThrottle() {};

  /** Waits until the next call may be made. */
  default void begin() {}

  /** Called when the call has been answered or has failed. */
  default void end() {}
}
