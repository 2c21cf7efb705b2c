/**
 * The options of a run: fleet, registry, bounds. Commands of chaos and of the studies have them,
 * too; everything public may be used from any module above.
 */
package dev.nacoscapacity.simulator.options;
