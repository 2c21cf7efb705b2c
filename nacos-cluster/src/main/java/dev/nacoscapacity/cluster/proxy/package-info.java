/**
 * Proxies of TCP in front of nodes, in the process of the tool that uses them, which can delay,
 * block or reset connections while they run. {@link dev.nacoscapacity.cluster.proxy.NodeProxy} may
 * be used from any module; of Nacos it only knows the ports. {@link
 * dev.nacoscapacity.cluster.proxy.ClientLinks} is the interface for changing the links of a whole
 * cluster.
 */
package dev.nacoscapacity.cluster.proxy;
