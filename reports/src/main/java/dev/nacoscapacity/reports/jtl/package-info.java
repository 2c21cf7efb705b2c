/**
 * JMeter's results: reads a JTL, and converts it to a run folder. {@link
 * dev.nacoscapacity.reports.jtl.JtlFile} and {@link dev.nacoscapacity.reports.jtl.JtlImport} may be
 * used from outside.
 */
package dev.nacoscapacity.reports.jtl;
