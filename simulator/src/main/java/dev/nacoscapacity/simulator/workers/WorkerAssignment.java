package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.simulator.run.FleetSpec;

/**
 * What a worker is to do. It travels over the worker's stdin, since it may hold a token and a
 * password, which must not be seen among a process's arguments.
 *
 * @param fleet the worker's part of it
 * @param mayBreakNodes whether nodes that answer nobody may be of the run's own making
 */
record WorkerAssignment(FleetSpec fleet, boolean mayBreakNodes) implements WorkerMessage {}
