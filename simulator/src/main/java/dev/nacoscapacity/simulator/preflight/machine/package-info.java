/**
 * Compares the limits of this machine with the requirements of a fleet, proposes a remedy for each
 * shortage, and measures the speed of the cores. Used from outside: {@code Doctor}, {@code
 * ResourceRequirement}, {@code MachineSpeed}, {@code SpeedCheck} and what they return; reads {@code
 * /proc} and {@code /sys} under given roots, and changes nothing.
 */
package dev.nacoscapacity.simulator.preflight.machine;
