/**
 * The registry under load: the meaning of {@code --target}, and what has to be started and stopped
 * for it. Everything public may be used from any package.
 */
package dev.nacoscapacity.simulator.target;
