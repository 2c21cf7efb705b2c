/** How many concurrent calls one small machine sustains, by engine, and the ceilings of a run. */
package dev.nacoscapacity.calibration.engines;
