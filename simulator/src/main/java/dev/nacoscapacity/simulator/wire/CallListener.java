package dev.nacoscapacity.simulator.wire;

/** Told of each call's way, on the event loop's thread. */
@FunctionalInterface
public interface CallListener {

  /** An attempt of the call was handed to the wire; {@code call.written} says when. */
  default void written(Call call) {}

  /** The call is answered or has failed for good; the driver has let go of it. */
  void completed(Call call);
}
