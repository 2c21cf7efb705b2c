/**
 * The messages in Nacos 2.x's payloads, a record each, named and spelled as in Nacos 2.2.4's {@code
 * nacos-api} with what 2.3 added. Everything public may be used from any module.
 */
package dev.nacoscapacity.cluster.protocol.grpc.message;
