/**
 * Merges several runs that shared a fleet into one: distributions are merged, counts are added up,
 * and percentiles are never averaged. {@link dev.nacoscapacity.reports.merge.ShardedRun} is the
 * only entry point.
 */
package dev.nacoscapacity.reports.merge;
