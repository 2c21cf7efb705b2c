/**
 * The fleet's own HTTP driver, apart from a run: in a closed loop, or with calls let go together.
 * Bench and the parts load servers with it.
 */
package dev.nacoscapacity.calibration.fleet;
