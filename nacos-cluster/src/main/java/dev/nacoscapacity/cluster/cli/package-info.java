/**
 * {@code bin/nacos-cluster}: commands on the local cluster. Nothing here is for other modules,
 * which use {@link dev.nacoscapacity.cluster.Cluster}.
 */
package dev.nacoscapacity.cluster.cli;
