/**
 * Proxies in front of nodes, in the process of the tool that uses them: of TCP, which can delay,
 * block or reset connections while it runs, and of HTTP. {@link
 * dev.nacoscapacity.cluster.proxy.TcpProxy}, {@link dev.nacoscapacity.cluster.proxy.HttpProxy} and
 * their settings may be used from any module; of Nacos they only know the ports. {@link
 * dev.nacoscapacity.cluster.proxy.ClientLinks} is the interface for changing the links of a whole
 * cluster.
 */
package dev.nacoscapacity.cluster.proxy;
