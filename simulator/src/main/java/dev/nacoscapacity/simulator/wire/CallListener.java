package dev.nacoscapacity.simulator.wire;

/** Told of each call's end, on the event loop's thread. */
@FunctionalInterface
public interface CallListener {

  /** The call is answered or has failed for good; the driver has let go of it. */
  void completed(Call call);
}
