package dev.nacoscapacity.simulator.preflight;

import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ServerCheckRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ServerCheckResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessages;
import dev.nacoscapacity.cluster.protocol.grpc.Methods;
import dev.nacoscapacity.cluster.protocol.grpc.Payload;
import dev.nacoscapacity.cluster.reach.Endpoint;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.cluster.reach.TlsFault;
import dev.nacoscapacity.simulator.preflight.guard.PrintableText;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Checks that a node or an entry point serves gRPC clients as 2.x nodes do.
 *
 * @param ofEntry whether entry points are checked instead of nodes
 */
record GrpcCheck(Reach reach, boolean ofEntry, Duration timeout) {

  /**
   * Makes a client's first call, a server check, and waits for its end.
   *
   * @param node HTTP address
   * @param versions of the cluster's members, as the node reports them; may be empty
   */
  Optional<String> problem(InetSocketAddress node, Set<String> versions) {
    if (!reach.hasGrpcPort(node)) {
      return Optional.of(
          "%s can have no gRPC port %d (HTTP port %s): name its distance with --grpc-port-offset, or use --protocol http"
              .formatted(Endpoint.name(node), node.getPort() + reach.grpcPortOffset(), offset()));
    }
    InetSocketAddress grpc = reach.grpc(node);
    ManagedChannel channel = reach.channel(grpc, ofEntry).build();
    try {
      Status status = check(channel);
      return status.isOk()
          ? Optional.empty()
          : Optional.of(problem(Endpoint.name(node), grpc.getPort(), status, versions));
    } finally {
      channel.shutdownNow();
    }
  }

  private Status check(ManagedChannel channel) {
    try {
      Payload answer =
          ClientCalls.blockingUnaryCall(
              channel,
              Methods.REQUEST,
              CallOptions.DEFAULT.withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS),
              GrpcMessages.payload(new ServerCheckRequest()));
      return answer.type().equals(ServerCheckResponse.class.getSimpleName())
          ? Status.OK
          : Status.UNKNOWN.withDescription(answer.type());
    } catch (StatusRuntimeException e) {
      return e.getStatus();
    }
  }

  /** Netty reports the first bytes of what is no HTTP/2, in words or in hexadecimal. */
  private static boolean isHttp1(Status status) {
    return Stream.iterate(status.getCause(), Objects::nonNull, Throwable::getCause)
        .map(cause -> String.valueOf(cause.getMessage()))
        .anyMatch(message -> message.contains("HTTP/1.x") || message.contains("485454502f"));
  }

  private String problem(String node, int port, Status status, Set<String> versions) {
    boolean onlyV1 = !versions.isEmpty() && versions.stream().allMatch(v -> v.startsWith("1."));
    if (onlyV1 && status.getCode() == Status.Code.UNAVAILABLE) {
      return "%s is Nacos %s, which has no gRPC: use --protocol http, or a 2.x server"
          .formatted(node, PrintableText.of(String.join(", ", versions)));
    }
    Optional<String> tls = TlsFault.of(status.getCause(), node + ", gRPC port " + port);
    if (tls.isPresent()) {
      return tls.get();
    }
    if (isHttp1(status)) {
      return "%s: its gRPC port %d answers HTTP/1.1: a gateway there must pass HTTP/2, or use --protocol http"
          .formatted(node, port);
    }
    boolean closedByNode = status.getCause() == null && reach.grpc(ofEntry).isEmpty();
    String fault =
        switch (status.getCode()) {
          case UNAVAILABLE ->
              closedByNode
                  ? "ends the connection: if it speaks TLS, add --tls or --tls=grpc"
                  : "cannot be connected to: open it, name another with --grpc-port-offset, or use"
                      + " --protocol http";
          case DEADLINE_EXCEEDED ->
              "does not answer a server check within %d s: look at the node's logs"
                  .formatted(timeout.toSeconds());
          default -> "does not speak Nacos's gRPC: is something else listening there?";
        };
    return "%s answers over HTTP, but its gRPC port %d (HTTP port %s) %s"
        .formatted(node, port, offset(), fault);
  }

  private String offset() {
    int offset = reach.grpcPortOffset();
    return (offset < 0 ? "- " : "+ ") + Math.abs(offset);
  }
}
