/**
 * The event loops of the fleet: they make the calls that {@link
 * dev.nacoscapacity.simulator.schedule} says are due, react to answers, and let clients join,
 * return and leave. {@link dev.nacoscapacity.simulator.engine.Engine} is the entry point. The
 * package does not depend on the phases of a run, its record or its verdict.
 */
package dev.nacoscapacity.simulator.engine;
