/**
 * A cluster of Nacos nodes and its control: {@link dev.nacoscapacity.cluster.Cluster} and {@link
 * dev.nacoscapacity.cluster.Node} are the one interface to real nodes and stand-ins alike, {@link
 * dev.nacoscapacity.cluster.ClusterSpec} is its setup. Everything here may be used from any module.
 */
package dev.nacoscapacity.cluster;
