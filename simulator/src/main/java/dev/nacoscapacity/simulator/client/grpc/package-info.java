/**
 * Calls over the gRPC protocol of Nacos 2.x. Each client of an event loop has a connection and a
 * stream, like the 2.x Java client. A push goes from {@code GrpcConnection} through {@code
 * Connections} to the {@code CallListener}.
 *
 * <p>A run needs only {@link dev.nacoscapacity.simulator.client.grpc.GrpcDriver} and {@link
 * dev.nacoscapacity.simulator.client.grpc.GrpcSettings}. {@link
 * dev.nacoscapacity.simulator.client.grpc.GrpcLinks}, {@link
 * dev.nacoscapacity.simulator.client.grpc.GrpcLink} and {@link
 * dev.nacoscapacity.simulator.client.grpc.GrpcAnswer} abstract the network.
 */
package dev.nacoscapacity.simulator.client.grpc;
