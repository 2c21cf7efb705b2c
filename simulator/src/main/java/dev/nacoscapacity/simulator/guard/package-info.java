/**
 * Harm to what was in the registry before us: noticed within seconds, told once; what is done about
 * it is the run's business. From outside: {@code Guard} with its {@code Baseline}, {@code Scope}
 * and {@code Breach}, {@code AdminReader}, and {@code Printable} for names that others chose.
 */
package dev.nacoscapacity.simulator.guard;
