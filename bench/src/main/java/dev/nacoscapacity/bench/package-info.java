/**
 * Measures what the generator costs beside wrk, JMeter and Netty's own codec; run by {@code
 * bench/run.sh}. Nothing here is for use from outside.
 */
package dev.nacoscapacity.bench;
