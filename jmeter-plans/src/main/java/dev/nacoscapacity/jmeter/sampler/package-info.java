/**
 * What JMeter sees of this project: a Java sampler, and the small bridge to the fleet, which lives
 * behind a class loader of its own. Touches nothing but JMeter and the JDK; only {@code
 * RunningShard} and its lines may be used from outside.
 */
package dev.nacoscapacity.jmeter.sampler;
