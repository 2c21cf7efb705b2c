/**
 * Netty's sockets and event loops on this machine. {@link
 * dev.nacoscapacity.cluster.transport.NettyTransport} may be used from any module.
 */
package dev.nacoscapacity.cluster.transport;
