/**
 * {@code bin/report}: commands on run folders, and their exit codes. {@link
 * dev.nacoscapacity.reports.cli.ReportMain} is the only entry point; nothing else is used from
 * outside.
 */
package dev.nacoscapacity.reports.cli;
