/**
 * Nacos 2.x's gRPC, as one event loop's clients speak it: a connection and a stream each, as the
 * 2.x Java client has them. A push goes from {@code GrpcConnection} through {@code Connections} to
 * the {@code CallListener}.
 *
 * <p>{@link dev.nacoscapacity.simulator.client.grpc.GrpcDriver} and {@link
 * dev.nacoscapacity.simulator.client.grpc.GrpcSettings} are all that a run needs. Below {@link
 * dev.nacoscapacity.simulator.client.grpc.GrpcLinks} and {@link
 * dev.nacoscapacity.simulator.client.grpc.GrpcLink} lies the network, or a model of it, which
 * implements these two and {@link dev.nacoscapacity.simulator.client.grpc.GrpcAnswer}.
 */
package dev.nacoscapacity.simulator.client.grpc;
