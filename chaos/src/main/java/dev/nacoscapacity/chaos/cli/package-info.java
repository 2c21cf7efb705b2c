/**
 * The commands of {@code bin/chaos}. {@link dev.nacoscapacity.chaos.cli.ChaosMain} starts them;
 * nothing here is used from outside.
 */
package dev.nacoscapacity.chaos.cli;
