/**
 * Time that passes by itself, and time that jumps from one event to the next. Whatever waits,
 * stamps or forks asks a {@link dev.nacoscapacity.cluster.time.Time} for it, and whatever takes
 * turns on one thread an {@link dev.nacoscapacity.cluster.time.EventThread}; neither knows which of
 * the two it is in.
 */
package dev.nacoscapacity.cluster.time;
