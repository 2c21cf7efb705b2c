/**
 * Time that passes by itself, and time that jumps from one event to the next. Whatever takes turns
 * on one thread asks an {@link dev.nacoscapacity.cluster.time.EventThread} for them and does not
 * know which of the two it is in.
 */
package dev.nacoscapacity.cluster.time;
