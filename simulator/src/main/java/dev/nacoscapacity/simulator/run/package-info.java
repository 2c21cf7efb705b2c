/**
 * A run from its first registration to its last deregistration: its settings, its phases, and its
 * figures of each second. {@link dev.nacoscapacity.simulator.run.FleetRun} is the entry point, or
 * {@link dev.nacoscapacity.simulator.shards.ShardCoordinator} for a fleet in several processes;
 * {@code session.RecordedRun} opens both. Within a process {@code RunPhases} controls the phases,
 * {@code TickLoop} advances each second, and the {@code Engine} makes the calls.
 */
package dev.nacoscapacity.simulator.run;
