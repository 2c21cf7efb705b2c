/**
 * {@code bin/nacos-cluster}: what a person does to the local cluster. Nothing here is for other
 * modules, which use {@link dev.nacoscapacity.cluster.Cluster}.
 */
package dev.nacoscapacity.cluster.cli;
