/**
 * How a registry is reached: addresses, paths, ports and TLS, for the fleet's drivers and for an
 * operator's calls alike. Everything public may be used from any module.
 */
package dev.nacoscapacity.cluster.reach;
