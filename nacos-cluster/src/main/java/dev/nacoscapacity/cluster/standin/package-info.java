/**
 * The stand-in: a Nacos cluster's semantics, 1.4.1's over HTTP v1, 3.x's over HTTP v3 and 2.2's
 * over gRPC, to test the load generator with. {@link
 * dev.nacoscapacity.cluster.standin.StandInCluster}, its settings and nodes may be used from any
 * module; the packages below this one are internal.
 */
package dev.nacoscapacity.cluster.standin;
