/**
 * The event loops of the fleet: they make the calls that {@link
 * dev.nacoscapacity.simulator.schedule} says are due, react to answers, and let clients join,
 * return and leave. {@link dev.nacoscapacity.simulator.engine.Engine} is the entry point. The
 * package does not depend on the phases of a run, its record or its verdict.
 *
 * <p>Each kind of call is one {@link dev.nacoscapacity.simulator.engine.FleetCall}: when it is due,
 * its request per protocol, how its answer is read, and what the answer means.
 */
package dev.nacoscapacity.simulator.engine;
