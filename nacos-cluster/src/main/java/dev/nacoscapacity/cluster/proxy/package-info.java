/**
 * Proxies in front of nodes, in the process of the tool that wants them: of bytes, where what
 * passes can be delayed, held back or reset while they run, and of HTTP. {@link
 * dev.nacoscapacity.cluster.proxy.TcpProxy}, {@link dev.nacoscapacity.cluster.proxy.HttpProxy} and
 * what they are set with may be used from any module; of Nacos they know no more than which port
 * lies where.
 */
package dev.nacoscapacity.cluster.proxy;
