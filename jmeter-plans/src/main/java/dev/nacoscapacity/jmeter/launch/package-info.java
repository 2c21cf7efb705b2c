/**
 * {@code bin/jmeter}: runs a stock JMeter in a process of its own; the exit code says how the run
 * went. {@link dev.nacoscapacity.jmeter.launch.JmeterMain} starts it; nothing else may be touched
 * from outside.
 */
package dev.nacoscapacity.jmeter.launch;
