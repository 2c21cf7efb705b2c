/**
 * Nacos 2.x on the wire: the payload, the two methods that carry it, and how a message becomes one.
 * Everything public may be used from any module.
 */
package dev.nacoscapacity.cluster.protocol.grpc;
