/**
 * The part of this project that JMeter loads: a Java sampler, and a small bridge to the fleet,
 * which has a class loader of its own. Depends only on JMeter and the JDK; only {@code Wire} may be
 * used from outside.
 */
package dev.nacoscapacity.jmeter.sampler;
