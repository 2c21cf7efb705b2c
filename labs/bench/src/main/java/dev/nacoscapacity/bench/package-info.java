/**
 * Measures the cost of the generator in comparison with wrk, JMeter and Netty's own codec; run by
 * {@code labs/bench/run.sh}. Nothing here is for use from outside.
 */
package dev.nacoscapacity.bench;
