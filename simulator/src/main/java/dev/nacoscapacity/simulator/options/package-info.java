/**
 * The command line's options and conventions: which fleet, which registry, which bounds, how errors
 * are reported. Shared by the commands of every module; everything public may be used from any.
 */
package dev.nacoscapacity.simulator.options;
