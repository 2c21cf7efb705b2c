/**
 * How many concurrent calls one small machine keeps up, by what carries them. An {@link
 * dev.nacoscapacity.calibration.engines.Engine} is one way to call, each in a JVM of its own; the
 * command line makes the {@link dev.nacoscapacity.calibration.engines.EnginesPart}.
 */
package dev.nacoscapacity.calibration.engines;
