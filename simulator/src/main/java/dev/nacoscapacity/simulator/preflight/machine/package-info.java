/**
 * Compares the limits of this machine with the requirements of a fleet, proposes a command for each
 * shortage, and measures the speed of the cores. Used from outside: {@code Doctor}, {@code
 * ResourceRequirement}, {@code MachineSpeed} and what they return; reads {@code /proc} and {@code
 * /sys} under roots that are handed in, and changes nothing.
 */
package dev.nacoscapacity.simulator.preflight.machine;
