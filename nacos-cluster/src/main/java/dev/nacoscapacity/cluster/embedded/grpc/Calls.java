package dev.nacoscapacity.cluster.embedded.grpc;

import dev.nacoscapacity.cluster.embedded.http.RecordedRequest;
import dev.nacoscapacity.cluster.embedded.http.ServiceTimeLimiter;
import dev.nacoscapacity.cluster.embedded.registry.NodeLoop;
import dev.nacoscapacity.cluster.protocol.grpc.BytesMarshaller;
import dev.nacoscapacity.cluster.protocol.grpc.Messages;
import dev.nacoscapacity.cluster.protocol.grpc.Methods;
import dev.nacoscapacity.cluster.protocol.grpc.Payload;
import dev.nacoscapacity.cluster.protocol.grpc.PayloadMarshaller;
import dev.nacoscapacity.cluster.protocol.grpc.message.ErrorResponse;
import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The two methods of a node: calls with one answer, and the stream on which the server asks. */
final class Calls {

  /** The connection a call came on. */
  static final Attributes.Key<GrpcClient> CONNECTION = Attributes.Key.create("connection");

  private static final MethodDescriptor<Payload, byte[]> REQUEST =
      Methods.request(new PayloadMarshaller(), new BytesMarshaller());
  private static final MethodDescriptor<Payload, byte[]> BI_STREAM =
      Methods.biStream(new PayloadMarshaller(), new BytesMarshaller());

  private final NodeLoop loop;
  private final ServiceTimeLimiter station;
  private final Handlers handlers;
  private final GrpcClients connections;
  private final Pushes pushes;
  private final Consumer<RecordedRequest> recorder;

  Calls(
      NodeLoop loop,
      ServiceTimeLimiter station,
      Handlers handlers,
      GrpcClients connections,
      Pushes pushes,
      Consumer<RecordedRequest> recorder) {
    this.loop = loop;
    this.station = station;
    this.handlers = handlers;
    this.connections = connections;
    this.pushes = pushes;
    this.recorder = recorder;
  }

  ServerServiceDefinition unary() {
    return service(REQUEST, (call, headers) -> new Unary(call));
  }

  ServerServiceDefinition stream() {
    return service(BI_STREAM, (call, headers) -> new Stream(call));
  }

  private static ServerServiceDefinition service(
      MethodDescriptor<Payload, byte[]> method, ServerCallHandler<Payload, byte[]> handler) {
    return ServerServiceDefinition.builder(method.getServiceName())
        .addMethod(method, handler)
        .build();
  }

  /** Runs now, or when the node thaws if a read was under way as it froze. */
  private void unlessFrozen(Runnable task) {
    if (loop.frozen()) {
      loop.execute(task);
    } else {
      task.run();
    }
  }

  private void record(String method, Payload payload) {
    if (recorder != null) {
      List<Map.Entry<String, String>> headers =
          payload.headers().entrySet().stream().sorted(Map.Entry.comparingByKey()).toList();
      recorder.accept(
          new RecordedRequest(
              method,
              payload.type(),
              List.of(Map.entry("clientIp", payload.clientIp())),
              List.of(),
              headers,
              payload.json()));
    }
  }

  private final class Unary extends ServerCall.Listener<Payload> {
    private final ServerCall<Payload, byte[]> call;
    private Payload request;

    private Unary(ServerCall<Payload, byte[]> call) {
      this.call = call;
      call.request(2); // The second would be an error, and asks for the end of the first.
    }

    @Override
    public void onMessage(Payload message) {
      request = message;
    }

    @Override
    public void onHalfClose() {
      if (request == null) {
        call.close(
            Status.INTERNAL.withDescription("Half-closed without a request"), new Metadata());
        return;
      }
      record(REQUEST.getFullMethodName(), request);
      unlessFrozen(() -> station.serve(this::answer));
    }

    private void answer() {
      if (call.isCancelled()) {
        return;
      }
      byte[] answer = handlers.answer(call.getAttributes().get(CONNECTION), request);
      call.sendHeaders(new Metadata());
      call.sendMessage(answer);
      call.close(Status.OK, new Metadata());
    }
  }

  private final class Stream extends ServerCall.Listener<Payload> {
    private final ServerCall<Payload, byte[]> call;
    private final GrpcClient connection;

    private Stream(ServerCall<Payload, byte[]> call) {
      this.call = call;
      this.connection = call.getAttributes().get(CONNECTION);
      call.sendHeaders(new Metadata());
      call.request(1);
    }

    @Override
    public void onMessage(Payload message) {
      record(BI_STREAM.getFullMethodName(), message);
      unlessFrozen(() -> received(message));
      call.request(1);
    }

    private void received(Payload message) {
      connection.active(loop.millis());
      if (message.type().equals("ConnectionSetupRequest")) {
        connection.register(call);
        connections.add(connection);
      } else if (connection.registered()) {
        try {
          pushes.acknowledged(connection, Messages.read(message, ErrorResponse.class).requestId());
        } catch (IOException e) {
          // As Nacos does: what cannot be read acknowledges nothing.
        }
      }
    }

    @Override
    public void onHalfClose() {
      call.close(Status.OK, new Metadata());
    }
  }
}
