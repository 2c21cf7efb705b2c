/**
 * What an experiment is: a hypothesis, a method and how it heals, as a YAML file or a command line
 * says it. Plain data and its reading; everything public may be used from any package.
 */
package dev.nacoscapacity.chaos.experiment;
