package dev.nacoscapacity.calibration.engines;

/** A way to make many calls at once. */
interface Engine {

  /**
   * Prepares all calls of a wave, releases them together, and reports to the wave when each began
   * and ended. Returns when all are on their way.
   */
  void release(Wave wave) throws Exception;
}
