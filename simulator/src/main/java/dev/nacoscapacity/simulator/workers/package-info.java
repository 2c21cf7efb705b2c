/**
 * A fleet that is too large for one process: child processes that each run a shard of it, what
 * parent and children say to each other, and one record in the end. {@link
 * dev.nacoscapacity.simulator.workers.SplitRun} is the way in; {@link
 * dev.nacoscapacity.simulator.workers.WorkerMain} is what a child starts with.
 */
package dev.nacoscapacity.simulator.workers;
