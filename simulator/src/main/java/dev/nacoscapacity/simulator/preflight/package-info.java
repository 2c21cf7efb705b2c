/**
 * What is found out before the first call of the load: is the registry whole, does auth hold, what
 * is in it already. From outside: {@code Preflight}, what it takes and the report that it returns.
 */
package dev.nacoscapacity.simulator.preflight;
