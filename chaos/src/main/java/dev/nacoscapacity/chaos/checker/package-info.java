/**
 * The outcome of a trial: pure functions from the seconds and events of a trial to the parts of the
 * record's experiment. Everything public may be used from any package.
 */
package dev.nacoscapacity.chaos.checker;
