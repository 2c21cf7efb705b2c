/**
 * Checks a registry before the load: whether it is complete, whether auth works, what it contains.
 * Used from outside: {@code Preflight}, its parameters and its report.
 */
package dev.nacoscapacity.simulator.preflight;
