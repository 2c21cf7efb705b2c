/**
 * A run from its first registration to its last deregistration: the loops that make the calls, and
 * the phases they go through. {@link dev.nacoscapacity.simulator.run.FleetRun} is the way in, or
 * {@link dev.nacoscapacity.simulator.workers.SplitRun} for a fleet in several processes, and both
 * are opened by {@code session.GuardedRun}. Inside a process a {@code Simulation} goes through the
 * phases, each a stretch of {@code TickLoop}, while the {@code Engine} makes the calls.
 */
package dev.nacoscapacity.simulator.run;
