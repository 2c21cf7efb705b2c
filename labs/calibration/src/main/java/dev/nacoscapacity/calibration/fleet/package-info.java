/**
 * The fleet's drivers and engine outside of a run, against one server. Bench and the parts load
 * servers with them.
 */
package dev.nacoscapacity.calibration.fleet;
