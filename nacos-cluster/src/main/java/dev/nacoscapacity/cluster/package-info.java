/**
 * A cluster of Nacos nodes and what may be done to it: {@link dev.nacoscapacity.cluster.Cluster}
 * and {@link dev.nacoscapacity.cluster.Node} are the one interface to real nodes and stand-ins
 * alike, {@link dev.nacoscapacity.cluster.ClusterSpec} says how one is set up. Everything here may
 * be used from any module.
 */
package dev.nacoscapacity.cluster;
