/**
 * Harm to what was in the registry before us: noticed within seconds, reported once; what is done
 * about it is the run's business. From outside: {@code Guard} with its {@code Baseline}, {@code
 * Tolerance} and {@code Harm}, {@code AdminReader}, and {@code Printable} for names that others
 * chose.
 */
package dev.nacoscapacity.simulator.preflight.guard;
