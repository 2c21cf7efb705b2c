/**
 * Runs a fleet that is too large for one process in child processes, each with a shard of the
 * fleet, and produces one record. {@link dev.nacoscapacity.simulator.workers.SplitRun} is the entry
 * point; {@link dev.nacoscapacity.simulator.workers.WorkerMain} is the main class of a child.
 */
package dev.nacoscapacity.simulator.workers;
