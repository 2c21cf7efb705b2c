package dev.nacoscapacity.calibration.engines;

/** A way to make many calls at once. */
interface Engine {

  /**
   * Makes all calls of a wave ready, lets them go together, and tells the wave when each began and
   * ended. Returns when all are on their way.
   */
  void release(Wave wave) throws Exception;
}
