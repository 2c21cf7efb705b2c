/**
 * What N clients do: the {@link dev.nacoscapacity.core.workload.Workload} that options build, and
 * that runs, records, shards, models and predictions carry. Contains no schedule and no figures.
 */
package dev.nacoscapacity.core.workload;
