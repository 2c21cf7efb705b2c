/** Netty's sockets and event loops on this machine. Both classes may be used from any module. */
package dev.nacoscapacity.cluster.transport;
