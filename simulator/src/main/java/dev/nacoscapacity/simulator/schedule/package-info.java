/**
 * When each simulated actor is due, as arithmetic over arrival numbers: no timer, object or lock
 * for each call. Independent of the protocol; times are nanoseconds of whatever monotonic clock the
 * caller uses.
 */
package dev.nacoscapacity.simulator.schedule;
