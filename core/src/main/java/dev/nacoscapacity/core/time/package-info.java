/**
 * Real time, and virtual time, which jumps from one event to the next. Code that waits, takes
 * timestamps or forks uses a {@link dev.nacoscapacity.core.time.Time}, and code that runs tasks on
 * one thread uses an {@link dev.nacoscapacity.core.time.EventThread}; neither depends on which kind
 * of time it runs in.
 */
package dev.nacoscapacity.core.time;
