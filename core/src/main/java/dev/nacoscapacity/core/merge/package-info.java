/**
 * Merges several runs that shared a fleet into one: distributions are merged, counts are added up,
 * and percentiles are never averaged. {@link dev.nacoscapacity.core.merge.ShardedRun} is the only
 * entry point.
 */
package dev.nacoscapacity.core.merge;
