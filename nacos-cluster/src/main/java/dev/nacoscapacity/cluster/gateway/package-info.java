/**
 * A gateway in front of a node: the layer-7 proxy with a check of the registry's own tokens. {@link
 * dev.nacoscapacity.cluster.gateway.Gateway} and its settings may be used from any module.
 */
package dev.nacoscapacity.cluster.gateway;
