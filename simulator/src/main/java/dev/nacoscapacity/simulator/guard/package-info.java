/**
 * Harm to what was in the registry before us: noticed within seconds, told once. From outside:
 * {@code Guard}, {@code Baseline}, {@code Breach} and {@code Printable}; what is done about a
 * breach is the run's business.
 */
package dev.nacoscapacity.simulator.guard;
