/**
 * What became of a cluster under faults: pure functions over a trial's seconds and events, which
 * make the parts of the record's experiment. Everything public may be used from any package.
 */
package dev.nacoscapacity.chaos.checker;
