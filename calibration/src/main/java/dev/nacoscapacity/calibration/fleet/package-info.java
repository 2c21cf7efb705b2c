/**
 * The fleet's own HTTP driver apart from a run, and how a fleet calls the one server there is.
 * Bench and the parts load servers with it.
 */
package dev.nacoscapacity.calibration.fleet;
