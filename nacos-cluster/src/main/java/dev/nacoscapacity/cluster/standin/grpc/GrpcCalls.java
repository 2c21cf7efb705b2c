package dev.nacoscapacity.cluster.standin.grpc;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.grpc.BytesMarshaller;
import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ErrorResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.HealthCheckResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ServerCheckResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessages;
import dev.nacoscapacity.cluster.protocol.grpc.Methods;
import dev.nacoscapacity.cluster.protocol.grpc.Payload;
import dev.nacoscapacity.cluster.protocol.grpc.PayloadMarshaller;
import dev.nacoscapacity.cluster.standin.auth.TokenIssuer;
import dev.nacoscapacity.cluster.standin.http.RecordedRequest;
import dev.nacoscapacity.cluster.standin.registry.NodeLoop;
import dev.nacoscapacity.cluster.token.AccessException;
import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.stub.ServerCalls;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The two methods of a node: calls with one answer, and the stream on which the server pushes. Each
 * call passes the checks that Nacos makes, in this order: is there a handler, was the connection
 * set up, is there a valid token. After 2.2.4's {@code GrpcRequestAcceptor} and {@code
 * RemoteRequestAuthFilter}.
 */
final class GrpcCalls {

  /** The connection a call came on. */
  static final Attributes.Key<GrpcClient> CLIENT = Attributes.Key.create("client");

  private static final MethodDescriptor<Payload, byte[]> REQUEST =
      Methods.request(new PayloadMarshaller(), new BytesMarshaller());
  private static final MethodDescriptor<Payload, byte[]> BI_STREAM =
      Methods.biStream(new PayloadMarshaller(), new BytesMarshaller());
  private static final byte[] HEALTHY = GrpcMessages.bytes(new HealthCheckResponse());
  private static final byte[] NO_HANDLER =
      GrpcMessages.failure("ErrorResponse", Codes.NO_HANDLER, "RequestHandler Not Found");
  private static final byte[] UNREGISTERED =
      GrpcMessages.failure("ErrorResponse", Codes.UNREGISTERED, "Connection is unregistered.");

  /** Answers one kind of request with a payload. */
  interface Handler<Q> {
    byte[] answer(GrpcClient from, Q request);
  }

  /** A kind of request that needs a token when auth is on. */
  private record SecuredHandler<Q extends Record>(
      Class<Q> request, String answerType, Handler<Q> handler) {

    private byte[] answer(GrpcClient from, Payload payload) throws IOException {
      return handler.answer(from, GrpcMessages.read(payload, request));
    }
  }

  private final NodeLoop loop;
  private final TokenIssuer tokens;
  private final ConnectedClients clients;
  private final Optional<Consumer<RecordedRequest>> recorder;
  private final Map<String, SecuredHandler<?>> handlers = new HashMap<>();

  /**
   * @param recorder receives each message of a client
   */
  GrpcCalls(
      NodeLoop loop,
      TokenIssuer tokens,
      ConnectedClients clients,
      Optional<Consumer<RecordedRequest>> recorder) {
    this.loop = loop;
    this.tokens = tokens;
    this.clients = clients;
    this.recorder = recorder;
  }

  /** Adds a handler whose requests need a token when auth is on. */
  <Q extends Record> void add(
      Class<Q> request, Class<? extends Record> answer, Handler<Q> handler) {
    handlers.put(
        request.getSimpleName(), new SecuredHandler<>(request, answer.getSimpleName(), handler));
  }

  /** The methods, each a service of its own. */
  List<ServerServiceDefinition> services() {
    return List.of(
        service(REQUEST, this::unary), service(BI_STREAM, (call, headers) -> new Stream(call)));
  }

  private static ServerServiceDefinition service(
      MethodDescriptor<Payload, byte[]> method, ServerCallHandler<Payload, byte[]> handler) {
    return ServerServiceDefinition.builder(method.getServiceName())
        .addMethod(method, handler)
        .build();
  }

  private byte[] answer(GrpcClient from, Payload request) {
    String type = request.type();
    if (type.equals("ServerCheckRequest")) {
      return GrpcMessages.bytes(new ServerCheckResponse(from.id(), null));
    }
    boolean healthCheck = type.equals("HealthCheckRequest");
    SecuredHandler<?> secured = handlers.get(type);
    if (secured == null && !healthCheck) {
      return NO_HANDLER;
    }
    if (!from.registered()) {
      return UNREGISTERED;
    }
    from.active();
    return healthCheck ? HEALTHY : answer(secured, from, request);
  }

  private byte[] answer(SecuredHandler<?> secured, GrpcClient from, Payload request) {
    try {
      if (tokens.required()) {
        admit(request.headers().get(Http.ACCESS_TOKEN));
      }
      return secured.answer(from, request);
    } catch (AccessException e) {
      return GrpcMessages.failure(secured.answerType, Codes.NO_RIGHT, e.getMessage());
    } catch (IOException e) {
      return GrpcMessages.failure(
          "ErrorResponse", Codes.BAD_GATEWAY, "not JSON, or not of its type");
    } catch (RuntimeException e) {
      return GrpcMessages.failure("ErrorResponse", Codes.FAIL, String.valueOf(e.getMessage()));
    }
  }

  private void admit(String token) throws AccessException {
    if (token == null || token.isEmpty()) {
      throw new AccessException("user not found!");
    }
    tokens.verify(token);
  }

  private void record(String method, Payload payload) {
    if (recorder.isPresent()) {
      List<Map.Entry<String, String>> headers =
          payload.headers().entrySet().stream().sorted(Map.Entry.comparingByKey()).toList();
      recorder
          .get()
          .accept(
              new RecordedRequest(
                  method,
                  payload.type(),
                  List.of(Map.entry("clientIp", payload.clientIp())),
                  List.of(),
                  headers,
                  payload.json()));
    }
  }

  private ServerCall.Listener<Payload> unary(ServerCall<Payload, byte[]> call, Metadata headers) {
    GrpcClient client = call.getAttributes().get(CLIENT);
    return ServerCalls.<Payload, byte[]>asyncUnaryCall(
            (request, answer) -> {
              record(REQUEST.getFullMethodName(), request);
              loop.run(
                  () -> {
                    if (!call.isCancelled()) {
                      answer.onNext(answer(client, request));
                      answer.onCompleted();
                    }
                  });
            })
        .startCall(call, headers);
  }

  private final class Stream extends ServerCall.Listener<Payload> {

    private final ServerCall<Payload, byte[]> call;
    private final GrpcClient client;

    private Stream(ServerCall<Payload, byte[]> call) {
      this.call = call;
      this.client = call.getAttributes().get(CLIENT);
      call.sendHeaders(new Metadata());
      call.request(1);
    }

    @Override
    public void onMessage(Payload message) {
      record(BI_STREAM.getFullMethodName(), message);
      loop.run(() -> received(message));
      call.request(1);
    }

    private void received(Payload message) {
      client.active();
      if (message.type().equals("ConnectionSetupRequest")) {
        client.register(call);
        clients.add(client);
      } else if (client.registered()) {
        try {
          client.acknowledged(GrpcMessages.read(message, ErrorResponse.class).requestId());
        } catch (IOException e) {
          // As in Nacos, a message that cannot be read acknowledges nothing.
        }
      }
    }

    @Override
    public void onHalfClose() {
      call.close(Status.OK, new Metadata());
    }
  }
}
