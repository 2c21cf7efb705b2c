/**
 * Compares the limits of this machine with the requirements of a fleet, and proposes a remedy for
 * each shortage. Used from outside: {@code Doctor}, {@code ResourceRequirement} and what they
 * return; reads {@code /proc} and {@code /sys} under given roots, and changes nothing.
 */
package dev.nacoscapacity.simulator.preflight.machine;
