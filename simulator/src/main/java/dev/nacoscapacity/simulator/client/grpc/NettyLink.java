package dev.nacoscapacity.simulator.client.grpc;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.ConnectFailure;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.Locale;

/** A link on a grpc-java channel. */
final class NettyLink implements GrpcLink {

  /** A field of {@code ServiceInfo}; hosts have no field of this name. */
  private static final byte[] SERVICE_NAME = "\"name\":\"".getBytes(US_ASCII);

  private static final byte[] REQUEST_ID = "\"requestId\":\"".getBytes(US_ASCII);
  private static final byte[] DATA_ID = "\"dataId\":\"".getBytes(US_ASCII);
  private static final byte[] SERVER_IP = "\"serverIp\":\"".getBytes(US_ASCII);
  private static final byte[] SERVER_PORT = "\"serverPort\":\"".getBytes(US_ASCII);

  private final NettyLinks links;
  private final ManagedChannel channel;
  private final int server;
  private ClientCall<byte[], ReceivedPayload> stream;
  private boolean closed;

  NettyLink(NettyLinks links, ManagedChannel channel, int server) {
    this.links = links;
    this.channel = channel;
    this.server = server;
  }

  @Override
  public Runnable unary(Call call, String token, UnaryListener listener) {
    byte[] request = links.writer.request(call, token);
    Unary unary =
        new Unary(channel.newCall(links.request, WriteTracer.options(listener)), listener);
    unary.call.start(unary, new Metadata());
    unary.call.request(2);
    unary.call.sendMessage(request);
    unary.call.halfClose();
    return unary;
  }

  /** A request in flight; running it cancels the call. */
  private final class Unary extends ClientCall.Listener<ReceivedPayload> implements Runnable {

    private final ClientCall<byte[], ReceivedPayload> call;
    private final UnaryListener listener;

    private Unary(ClientCall<byte[], ReceivedPayload> call, UnaryListener listener) {
      this.call = call;
      this.listener = listener;
    }

    @Override
    public void onMessage(ReceivedPayload answer) {
      listener.answered(links.reader);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      listener.ended(
          status.isOk() ? null : reason(status), status.getCode() == Status.Code.UNAVAILABLE);
    }

    @Override
    public void run() {
      call.cancel("given up", null);
    }
  }

  @Override
  public void stream(Channel channel, StreamListener listener) {
    stream = this.channel.newCall(links.stream, CallOptions.DEFAULT);
    stream.start(new Stream(listener), new Metadata());
    stream.request(1);
    stream.sendMessage(links.writer.setUp(channel));
  }

  @Override
  public void acknowledge(ServerRequest request, String requestId) {
    Record answer = request.answer(requestId);
    if (answer != null) {
      stream.sendMessage(links.writer.answer(answer));
    }
  }

  @Override
  public void close() {
    closed = true;
    channel.shutdownNow();
    links.closed(server);
  }

  /** Receives the messages of the server's stream. */
  private final class Stream extends ClientCall.Listener<ReceivedPayload> {

    private final StreamListener listener;

    private Stream(StreamListener listener) {
      this.listener = listener;
    }

    @Override
    public void onMessage(ReceivedPayload message) {
      if (closed) {
        return;
      }
      ServerRequest kind = ServerRequest.of(message.type());
      String id = message.text(REQUEST_ID);
      switch (kind) {
        case SETUP_ACK -> listener.setUpAcknowledged();
        case PUSH ->
            listener.pushed(
                id,
                service(message),
                links.pushed.over(message.bytes(), message.from(), message.to()));
        case RESET -> listener.reset(id, recommended(message));
        case CONFIG_CHANGE -> listener.configChanged(id, message.text(DATA_ID));
        case DETECTION, OTHER -> listener.requestReceived(kind, id);
      }
      if (!closed) {
        stream.request(1);
      }
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      listener.closed(status.isOk() ? UnaryListener.CLOSED : reason(status));
    }
  }

  private int service(ReceivedPayload push) {
    String name = push.text(SERVICE_NAME);
    return name == null ? -1 : links.fleet.serviceNamed(name);
  }

  private int recommended(ReceivedPayload reset) {
    String host = reset.text(SERVER_IP);
    String port = reset.text(SERVER_PORT);
    return host == null || port == null || !port.matches("\\d{1,5}")
        ? -1
        : links.serverAt(host, Integer.parseInt(port));
  }

  /** Maps a failed call's status to one of a small set of reasons, so that they can be counted. */
  static String reason(Status status) {
    return switch (status.getCode()) {
      case UNAVAILABLE ->
          status.getCause() == null
              ? UnaryListener.CLOSED
              : ConnectFailure.reason(status.getCause());
      case UNIMPLEMENTED -> "no Nacos gRPC service";
      // grpc-java does not report a socket that cannot be created as UNAVAILABLE.
      case UNKNOWN -> ConnectFailure.systemReason(status.getCause()).orElse("grpc unknown");
      default -> "grpc " + status.getCode().name().toLowerCase(Locale.ROOT);
    };
  }
}
