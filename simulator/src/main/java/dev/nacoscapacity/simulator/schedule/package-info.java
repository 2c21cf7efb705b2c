/**
 * When each call of an instance is due, its next beat for example, as arithmetic over arrival
 * numbers: no timer, object or lock a call. Independent of the protocol; times are nanoseconds of
 * whatever monotonic clock the caller uses.
 */
package dev.nacoscapacity.simulator.schedule;
