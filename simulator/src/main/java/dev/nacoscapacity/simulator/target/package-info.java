/**
 * The registry that a fleet is pointed at: what {@code --target} means, and what has to be started
 * and stopped for it. Everything public may be used from any package.
 */
package dev.nacoscapacity.simulator.target;
