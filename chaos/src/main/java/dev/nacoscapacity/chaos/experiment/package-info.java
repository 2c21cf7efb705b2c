/**
 * Experiments as data: hypothesis, method and healing, parsed from a YAML file or a command line.
 * Plain data and its parser; everything public may be used from any package.
 */
package dev.nacoscapacity.chaos.experiment;
