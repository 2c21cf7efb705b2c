/**
 * The execution of a trial during a run: the gate, the method, the observation and the healing.
 * {@link dev.nacoscapacity.chaos.trial.Trial} is the entry point. A trial only decides when it may
 * begin and end; it does not judge the result.
 */
package dev.nacoscapacity.chaos.trial;
