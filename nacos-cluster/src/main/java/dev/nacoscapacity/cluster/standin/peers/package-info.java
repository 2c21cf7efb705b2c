/**
 * How stand-in nodes that have a process each reach one another: their calls over loopback sockets.
 * Only the stand-in itself uses it.
 */
package dev.nacoscapacity.cluster.standin.peers;
