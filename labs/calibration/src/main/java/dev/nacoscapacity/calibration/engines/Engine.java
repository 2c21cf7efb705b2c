package dev.nacoscapacity.calibration.engines;

/** A way to make many calls at once. */
interface Engine {

  /**
   * Prepares all calls of a wave, releases them together, and reports the start and end of each
   * call to the wave. Returns when all calls are in flight.
   */
  void release(Wave wave) throws Exception;
}
