/**
 * The execution of a trial during a run: the gate, when each node is broken and when it is healed
 * or started again, and the observation. {@link dev.nacoscapacity.chaos.trial.Trial} is the entry
 * point. It does not judge the result.
 */
package dev.nacoscapacity.chaos.trial;
