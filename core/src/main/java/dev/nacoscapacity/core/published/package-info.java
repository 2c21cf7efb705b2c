/**
 * The published capacity report of Nacos 1.4.2, and runs of this tool beside it. {@link
 * dev.nacoscapacity.core.published.CapacityTable} is the entry point.
 */
package dev.nacoscapacity.core.published;
