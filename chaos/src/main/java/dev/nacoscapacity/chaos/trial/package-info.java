/**
 * A trial while it goes on: the gate, the method, the observation and the healing, beside a fleet
 * that runs. {@link dev.nacoscapacity.chaos.trial.Trial} is the door; it judges nothing beyond
 * whether it may begin and end.
 */
package dev.nacoscapacity.chaos.trial;
