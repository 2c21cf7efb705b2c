/**
 * Clusters in processes of their own, real servers and stand-ins. {@link
 * dev.nacoscapacity.cluster.process.LocalClusters} creates or finds one that outlives the command,
 * and {@link dev.nacoscapacity.cluster.process.StandInProcesses} one that ends with this process;
 * everything else is internal.
 */
package dev.nacoscapacity.cluster.process;
