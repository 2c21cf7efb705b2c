/**
 * The stand-in: a Nacos 1.4.1 cluster's semantics in one process, to prove the load generator
 * against. {@link dev.nacoscapacity.cluster.embedded.EmbeddedCluster}, its settings and nodes may
 * be used from any module; the packages below this one are its own affair.
 */
package dev.nacoscapacity.cluster.embedded;
