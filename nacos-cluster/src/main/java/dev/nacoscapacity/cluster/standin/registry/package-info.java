/**
 * The registry data of each stand-in node, and Distro, the protocol by which nodes share the data:
 * no sockets, and time only through {@link dev.nacoscapacity.cluster.standin.registry.Loop}. Only
 * the stand-in's other packages and the modelled cluster use it.
 */
package dev.nacoscapacity.cluster.standin.registry;
