/**
 * The options and conventions of the command line: fleet, registry, bounds, error messages. Used by
 * the commands of every module; everything public may be used from any module.
 */
package dev.nacoscapacity.simulator.options;
