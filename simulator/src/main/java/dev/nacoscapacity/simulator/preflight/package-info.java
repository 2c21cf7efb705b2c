/**
 * Checks before the first call of the load: is the registry complete, does auth work, what does the
 * registry already contain. Used from outside: {@code Preflight}, its parameters and its report.
 */
package dev.nacoscapacity.simulator.preflight;
