/**
 * The event loops of the fleet: the times at which the calls of each instance are due, the calls,
 * the reactions to answers, and how clients join, return and leave. {@link
 * dev.nacoscapacity.simulator.engine.Engine} is the entry point. The package does not depend on the
 * phases of a run, its record or its verdict.
 */
package dev.nacoscapacity.simulator.engine;
