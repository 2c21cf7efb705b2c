/**
 * Detects harm to services that were in the registry before the run, within seconds, and reports it
 * once; the run decides how to react. Used from outside: {@code Guard} with its {@code Baseline},
 * {@code Tolerance} and {@code Harm}, {@code AdminReader}, and {@code PrintableText} for names that
 * others chose.
 */
package dev.nacoscapacity.simulator.preflight.guard;
