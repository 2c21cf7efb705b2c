/**
 * The published capacity report of Nacos 1.4.2, and runs of this tool beside it. {@link
 * dev.nacoscapacity.reports.published.CapacityTable} and {@link
 * dev.nacoscapacity.reports.published.ThreadCeilings} are the entry points.
 */
package dev.nacoscapacity.reports.published;
