/**
 * The published capacity report of Nacos 1.4.2, and runs of this tool beside it. {@link
 * dev.nacoscapacity.reports.published.CapacityTable} is the only door.
 */
package dev.nacoscapacity.reports.published;
