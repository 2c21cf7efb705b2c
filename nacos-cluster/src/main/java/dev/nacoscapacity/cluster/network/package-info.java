/**
 * Networks of this machine's own in which each node of a cluster has a namespace and an address,
 * made and cut by the command {@code ip}. {@link dev.nacoscapacity.cluster.network.NodeNetwork}
 * makes and removes them, and {@link dev.nacoscapacity.cluster.network.LocalAddresses} knows their
 * addresses.
 */
package dev.nacoscapacity.cluster.network;
