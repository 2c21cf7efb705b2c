/**
 * Clusters in processes of their own, which outlive the command that started them: real servers,
 * and the stand-in detached from this JVM. {@link dev.nacoscapacity.cluster.process.LocalCluster}
 * makes one or finds the one that is recorded in the state folder; everything else is internal.
 */
package dev.nacoscapacity.cluster.process;
