package dev.nacoscapacity.simulator.preflight;

import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import dev.nacoscapacity.cluster.protocol.grpc.Message.ServerCheckRequest;
import dev.nacoscapacity.cluster.protocol.grpc.Message.ServerCheckResponse;
import dev.nacoscapacity.cluster.protocol.grpc.Messages;
import dev.nacoscapacity.cluster.protocol.grpc.Methods;
import dev.nacoscapacity.cluster.protocol.grpc.Payload;
import dev.nacoscapacity.simulator.preflight.guard.Printable;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Whether a node serves clients over gRPC, where 2.x nodes do: on its HTTP port + 1000. */
final class GrpcCheck {

  private final Duration timeout;

  GrpcCheck(Duration timeout) {
    this.timeout = timeout;
  }

  /**
   * Asks what a client asks first.
   *
   * @param node its HTTP address
   * @param versions that it names for its cluster's members
   */
  Optional<Problem> problem(InetSocketAddress node, Set<String> versions) {
    InetSocketAddress grpc =
        new InetSocketAddress(node.getAddress(), GrpcPorts.client(node.getPort()));
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(grpc).usePlaintext().proxyDetector(any -> null).build();
    try {
      CompletableFuture<Status> outcome = new CompletableFuture<>();
      ClientCall<Payload, Payload> call =
          channel.newCall(
              Methods.REQUEST,
              CallOptions.DEFAULT.withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS));
      call.start(new Answer(outcome), new Metadata());
      call.request(2);
      call.sendMessage(Messages.payload(new ServerCheckRequest(null)));
      call.halfClose();
      Status status = outcome.join();
      return status.isOk()
          ? Optional.empty()
          : Optional.of(problem(RunIntent.name(node), grpc.getPort(), status, versions));
    } finally {
      channel.shutdownNow();
    }
  }

  private static final class Answer extends ClientCall.Listener<Payload> {

    private final CompletableFuture<Status> outcome;
    private String type = "nothing";

    private Answer(CompletableFuture<Status> outcome) {
      this.outcome = outcome;
    }

    @Override
    public void onMessage(Payload answer) {
      type = answer.type();
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      boolean expected = type.equals(ServerCheckResponse.class.getSimpleName());
      outcome.complete(status.isOk() && !expected ? Status.UNKNOWN.withDescription(type) : status);
    }
  }

  private Problem problem(String node, int port, Status status, Set<String> versions) {
    boolean old = !versions.isEmpty() && versions.stream().allMatch(v -> v.startsWith("1."));
    if (old && status.getCode() == Status.Code.UNAVAILABLE) {
      return Problem.registry(
          "%s is Nacos %s, which has no gRPC: use --protocol http, or a 2.x server"
              .formatted(node, Printable.of(String.join(", ", versions))));
    }
    String fault =
        switch (status.getCode()) {
          case UNAVAILABLE -> "cannot be connected to: open it, or use --protocol http";
          case DEADLINE_EXCEEDED ->
              "does not answer a server check within %d s: look at the node's logs"
                  .formatted(timeout.toSeconds());
          default -> "does not speak Nacos's gRPC: is something else listening there?";
        };
    return Problem.registry(
        "%s answers over HTTP, but its gRPC port %d (HTTP port + 1000) %s"
            .formatted(node, port, fault));
  }
}
