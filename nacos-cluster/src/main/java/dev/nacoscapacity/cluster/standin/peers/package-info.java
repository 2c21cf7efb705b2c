/**
 * How stand-in nodes that have a process each reach one another: their calls over gRPC. Only the
 * stand-in itself uses it.
 */
package dev.nacoscapacity.cluster.standin.peers;
