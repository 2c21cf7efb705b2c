/**
 * The commands of {@code bin/simulator}. {@link dev.nacoscapacity.simulator.cli.SimulatorMain}
 * starts them; nothing here is used from outside.
 */
package dev.nacoscapacity.simulator.cli;
