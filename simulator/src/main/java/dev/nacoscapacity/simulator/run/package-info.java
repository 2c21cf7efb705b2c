/**
 * A run from its first registration to its last deregistration: the loops that make the calls, and
 * the phases they go through. {@link dev.nacoscapacity.simulator.run.FleetRun} is the way in.
 */
package dev.nacoscapacity.simulator.run;
