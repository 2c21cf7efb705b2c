/**
 * Layer-4 proxies in front of nodes, in the process of the tool that wants them: what passes can be
 * delayed, slowed down, held back or reset while they run. {@link
 * dev.nacoscapacity.cluster.proxy.TcpProxy} and {@link dev.nacoscapacity.cluster.proxy.Weather} may
 * be used from any module; they know no Nacos.
 */
package dev.nacoscapacity.cluster.proxy;
