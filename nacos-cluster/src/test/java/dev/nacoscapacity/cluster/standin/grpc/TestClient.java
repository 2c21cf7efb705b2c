package dev.nacoscapacity.cluster.standin.grpc;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.protocol.grpc.Codes;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConnectionSetupRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ErrorResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.Instance;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.InstanceRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.NotifySubscriberResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.QueryServiceResponse;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ServerCheckRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ServiceInfo;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ServiceQueryRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.SubscribeServiceRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessages;
import dev.nacoscapacity.cluster.protocol.grpc.Methods;
import dev.nacoscapacity.cluster.protocol.grpc.Payload;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** One connection of a 2.x client; acknowledges nothing by default. */
final class TestClient implements AutoCloseable {

  static final String GROUP = "DEFAULT_GROUP";

  final List<Payload> received = new CopyOnWriteArrayList<>();
  final CompletableFuture<Throwable> ended = new CompletableFuture<>();
  private final ManagedChannel channel;
  private StreamObserver<Payload> stream;
  private Map<String, String> headers = Map.of();

  TestClient(Node node) {
    channel =
        NettyChannelBuilder.forAddress("127.0.0.1", node.grpc().getPort())
            .usePlaintext()
            .directExecutor()
            .build();
  }

  /** Checks the server and sets the connection up. */
  static TestClient connect(Node node) throws IOException {
    TestClient client = new TestClient(node);
    client.call(new ServerCheckRequest());
    client.setUp();
    return client;
  }

  void token(String token) {
    headers = Map.of("accessToken", token);
  }

  void setUp() {
    stream =
        ClientCalls.asyncBidiStreamingCall(
            channel.newCall(Methods.BI_STREAM, CallOptions.DEFAULT),
            new StreamObserver<>() {
              @Override
              public void onNext(Payload payload) {
                received.add(payload);
              }

              @Override
              public void onError(Throwable fault) {
                ended.complete(fault);
              }

              @Override
              public void onCompleted() {
                ended.complete(null);
              }
            });
    send(
        new ConnectionSetupRequest(
            "test", null, Map.of(Codes.LABEL_SOURCE, Codes.SOURCE_SDK), Map.of()));
  }

  void send(Record message) {
    stream.onNext(GrpcMessages.payload(message, "127.0.0.1", headers));
  }

  Payload call(Record request) {
    return ClientCalls.blockingUnaryCall(
        channel,
        Methods.REQUEST,
        CallOptions.DEFAULT.withDeadlineAfter(120, TimeUnit.SECONDS),
        GrpcMessages.payload(request, "127.0.0.1", headers));
  }

  ErrorResponse outcome(Record request) throws IOException {
    return GrpcMessages.read(call(request), ErrorResponse.class);
  }

  ErrorResponse register(String service, int port) throws IOException {
    return outcome(instance(service, port, Codes.REGISTER));
  }

  ErrorResponse deregister(String service, int port) throws IOException {
    return outcome(instance(service, port, Codes.DEREGISTER));
  }

  private static InstanceRequest instance(String service, int port, String type) {
    return new InstanceRequest(
        "public",
        service,
        GROUP,
        type,
        Instance.of(null, "198.18.0.1", port, 1, "DEFAULT", service, Map.of()));
  }

  void subscribe(String service) {
    call(new SubscribeServiceRequest("public", service, GROUP, true, ""));
  }

  /** The ports of a service's instances on this node. */
  List<Integer> ports(String service) throws IOException {
    Payload answer = call(new ServiceQueryRequest("public", service, GROUP, "", false, 0));
    return ports(GrpcMessages.read(answer, QueryServiceResponse.class).serviceInfo());
  }

  static List<Integer> ports(ServiceInfo info) {
    return info.hosts().stream().map(Instance::port).sorted().toList();
  }

  /** Acknowledges a push. */
  void acknowledge(String requestId) {
    send(new NotifySubscriberResponse(requestId));
  }

  List<Payload> received(String type) {
    return received.stream().filter(payload -> payload.type().equals(type)).toList();
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
