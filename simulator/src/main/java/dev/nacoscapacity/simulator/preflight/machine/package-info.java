/**
 * What this machine allows, held against what a fleet of a given size needs, and the command that
 * mends each shortage; and how fast its cores are. From outside: {@code Doctor}, {@code
 * ResourceRequirement}, {@code MachineSpeed} and what they return; reads {@code /proc} and {@code
 * /sys} under roots that are handed in, and changes nothing.
 */
package dev.nacoscapacity.simulator.preflight.machine;
