/**
 * Nacos 2.x's gRPC, as one event loop's clients speak it: a connection and a stream each, as the
 * 2.x Java client has them. A push goes from {@code GrpcConnection} through {@code Connections} to
 * the {@code CallListener}. {@link dev.nacoscapacity.simulator.client.grpc.GrpcDriver} and {@link
 * dev.nacoscapacity.simulator.client.grpc.GrpcSettings} are all that others need.
 */
package dev.nacoscapacity.simulator.client.grpc;
