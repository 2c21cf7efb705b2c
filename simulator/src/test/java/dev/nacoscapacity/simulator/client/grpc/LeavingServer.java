package dev.nacoscapacity.simulator.client.grpc;

import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ServerCheckResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessages;
import dev.nacoscapacity.cluster.protocol.grpc.Methods;
import dev.nacoscapacity.cluster.protocol.grpc.Payload;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;

/**
 * A server that ends as one does that is asked to: it says so with GOAWAY, takes no new connection,
 * and keeps open streams until its end. In its place on the port listens one that never answers.
 */
final class LeavingServer implements AutoCloseable {

  private final Server server;
  private final InetSocketAddress address;
  private ServerSocket silent;

  LeavingServer() throws IOException {
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(service(Methods.REQUEST, (call, headers) -> new Answer(call)))
            .addService(
                service(Methods.BI_STREAM, (call, headers) -> new ServerCall.Listener<>() {}))
            .build()
            .start();
    address = (InetSocketAddress) server.getListenSockets().get(0);
  }

  private static ServerServiceDefinition service(
      MethodDescriptor<Payload, Payload> method, ServerCallHandler<Payload, Payload> handler) {
    return ServerServiceDefinition.builder(method.getServiceName())
        .addMethod(method, handler)
        .build();
  }

  /** Answers every request as if it were a server check. */
  private static final class Answer extends ServerCall.Listener<Payload> {

    private final ServerCall<Payload, Payload> call;

    private Answer(ServerCall<Payload, Payload> call) {
      this.call = call;
      call.request(2);
    }

    @Override
    public void onHalfClose() {
      call.sendHeaders(new Metadata());
      call.sendMessage(GrpcMessages.payload(new ServerCheckResponse("connection", null)));
      call.close(Status.OK, new Metadata());
    }
  }

  InetSocketAddress address() {
    return address;
  }

  /** Says that it goes; streams stay. */
  void leave(Duration patience) {
    server.shutdown();
    await()
        .atMost(patience)
        .ignoreExceptions()
        .until(
            () -> {
              silent = new ServerSocket(address.getPort(), 9, address.getAddress());
              return true;
            });
  }

  /** Whether a client has come back to the port by now. */
  boolean isComeBackTo() {
    try {
      silent.setSoTimeout(1);
      silent.accept();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Closes the streams, too. */
  void end() {
    server.shutdownNow();
  }

  @Override
  public void close() throws IOException {
    end();
    if (silent != null) {
      silent.close();
    }
  }
}
