/**
 * Measures the cost of the generator in comparison with wrk, JMeter, Netty's codec and real
 * clients; run by the scripts of this folder. Nothing here is for use from outside.
 */
package dev.nacoscapacity.bench;
