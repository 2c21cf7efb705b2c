/**
 * The command line: options, progress, exit codes. {@link
 * dev.nacoscapacity.simulator.cli.SimulatorMain} starts it; {@link
 * dev.nacoscapacity.simulator.cli.WorkloadOptions} is shared with commands of other modules.
 */
package dev.nacoscapacity.simulator.cli;
