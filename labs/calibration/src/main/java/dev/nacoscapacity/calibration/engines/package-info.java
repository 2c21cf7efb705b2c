/**
 * How many concurrent calls one small machine sustains, by engine. An {@link
 * dev.nacoscapacity.calibration.engines.Engine} is one way to make calls, each in a JVM of its own;
 * the command line creates the {@link dev.nacoscapacity.calibration.engines.EnginesPart}.
 */
package dev.nacoscapacity.calibration.engines;
