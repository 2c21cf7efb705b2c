/**
 * {@code bin/jmeter}: runs a stock JMeter in a process of its own and tells by its exit code how
 * that went. {@link dev.nacoscapacity.jmeter.launch.JmeterMain} starts it; nothing else may be
 * touched from outside.
 */
package dev.nacoscapacity.jmeter.launch;
