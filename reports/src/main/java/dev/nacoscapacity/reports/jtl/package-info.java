/**
 * JMeter's results: reads a JTL, and makes a run folder of one. {@link
 * dev.nacoscapacity.reports.jtl.JtlFile} and {@link dev.nacoscapacity.reports.jtl.JtlImport} may be
 * used from outside.
 */
package dev.nacoscapacity.reports.jtl;
