/**
 * Makes one run of several that shared a fleet: distributions are merged, counts added up, and no
 * percentile is ever averaged. {@link dev.nacoscapacity.reports.merge.ShardedRun} is the only door.
 */
package dev.nacoscapacity.reports.merge;
