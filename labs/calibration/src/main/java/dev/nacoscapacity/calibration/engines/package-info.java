/**
 * How many concurrent calls one small machine sustains, by engine (Tomcat's threads, Netty, JMeter
 * …), and the ceilings of a run. Like all of {@code labs/}, built by {@code -Pfull} alone.
 */
package dev.nacoscapacity.calibration.engines;
