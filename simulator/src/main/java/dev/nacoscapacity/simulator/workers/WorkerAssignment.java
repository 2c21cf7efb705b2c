package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.simulator.run.FleetSpec;

/**
 * The assignment of a worker. It is sent over stdin, since it may contain a token and a password,
 * which must not be visible in a process's arguments.
 *
 * @param fleet the worker's part of the fleet
 * @param mayBreakNodes whether the run's scenario may make nodes unresponsive
 */
record WorkerAssignment(FleetSpec fleet, boolean mayBreakNodes) implements WorkerMessage {}
