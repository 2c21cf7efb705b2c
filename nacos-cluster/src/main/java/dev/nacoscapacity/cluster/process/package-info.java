/**
 * Clusters in processes of their own, real servers and stand-ins. {@link
 * dev.nacoscapacity.cluster.process.LocalClusters} makes one that outlives the command, or finds
 * it, and {@link dev.nacoscapacity.cluster.process.StandInProcesses} one that ends with this
 * process; everything else is internal.
 */
package dev.nacoscapacity.cluster.process;
