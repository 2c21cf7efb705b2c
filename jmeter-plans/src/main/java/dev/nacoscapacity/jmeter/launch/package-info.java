/**
 * {@code bin/jmeter}: runs a stock JMeter in a process of its own; the exit code is the outcome of
 * the run. {@link dev.nacoscapacity.jmeter.launch.JmeterMain} is the entry point; nothing else may
 * be used from outside.
 */
package dev.nacoscapacity.jmeter.launch;
