package dev.nacoscapacity.simulator.client.grpc;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import dev.nacoscapacity.simulator.client.Call;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * One client's connection to one server, from the server check to its end: what {@code GrpcClient}
 * and {@code GrpcConnection} of nacos-client 2.x do.
 */
final class GrpcConnection {

  /**
   * What becomes of a connection, told to its owner. Each end is told once, and only if unasked.
   */
  interface Owner {

    /** It is set up. */
    void ready(GrpcConnection connection);

    /** It could not be set up. */
    void failed(GrpcConnection connection, String reason);

    /** It is gone. */
    void lost(GrpcConnection connection);

    /**
     * The server asks for a connection to another.
     *
     * @param server the one it names, or -1
     */
    void reset(GrpcConnection connection, int server);

    /** A service's list was pushed. */
    void pushed(GrpcConnection connection, Received push);
  }

  /** A server before 2.3 does not say when it has taken the set-up in: clients wait this long. */
  private static final long OLD_SERVER_MILLIS = 100;

  /** How long a client waits for a newer server's word. */
  private static final long SETUP_ACK_MILLIS = 5000;

  private static final byte[] SERVER_IP = "\"serverIp\":\"".getBytes(US_ASCII);
  private static final byte[] SERVER_PORT = "\"serverPort\":\"".getBytes(US_ASCII);
  private static final byte[] NEGOTIATES = "\"supportAbilityNegotiation\":true".getBytes(US_ASCII);

  private enum State {
    SETTING_UP,
    READY,
    OVER
  }

  private final GrpcWire wire;
  private final Owner owner;
  private final Call setUp;
  private final int actor;
  private final boolean config;
  private final int server;
  private final ManagedChannel channel;

  private State state = State.SETTING_UP;
  private ClientCall<byte[], Received> stream;
  private Future<?> patience;
  private long lastActive;

  /**
   * @param setUp the call that the connection is opened for
   */
  GrpcConnection(GrpcWire wire, Owner owner, Call setUp, int server) {
    this.wire = wire;
    this.owner = owner;
    this.setUp = setUp;
    this.actor = setUp.actor;
    this.config = setUp.config;
    this.server = server;
    this.channel = wire.channels().open(server);
  }

  int actor() {
    return actor;
  }

  boolean config() {
    return config;
  }

  int server() {
    return server;
  }

  ManagedChannel channel() {
    return channel;
  }

  /** The call that it was opened for; of no meaning once it is ready. */
  Call setUp() {
    return setUp;
  }

  boolean isReady() {
    return state == State.READY;
  }

  /** When something other than a health check last went well on it. */
  long lastActive() {
    return lastActive;
  }

  void active(long now) {
    lastActive = now;
  }

  void open() {
    new ServerCheck().start(wire, channel, wire.writer().serverCheck(), wire.deadline());
  }

  private final class ServerCheck extends UnaryCall {

    private final long begun = System.nanoTime();
    private boolean negotiates;

    @Override
    void written() {
      setUp.markWritten(System.nanoTime());
    }

    @Override
    String read(Received answer) {
      negotiates = answer.after(NEGOTIATES) >= 0;
      return wire.reader().failure(answer);
    }

    @Override
    void ended(String failure) {
      if (state == State.OVER) {
        return;
      }
      if (failure == null) {
        setUp.serverCheck = System.nanoTime() - begun;
        openStream(negotiates);
      } else {
        fail(failure);
      }
    }
  }

  private void openStream(boolean negotiates) {
    stream = channel.newCall(wire.stream(), CallOptions.DEFAULT);
    stream.start(new Stream(), new Metadata());
    stream.request(1);
    stream.sendMessage(wire.writer().setUp(config));
    patience =
        negotiates
            ? wire.eventLoop()
                .schedule(
                    () -> fail("no word of the set-up"), SETUP_ACK_MILLIS, TimeUnit.MILLISECONDS)
            : wire.eventLoop()
                .schedule(this::becomeReady, OLD_SERVER_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void becomeReady() {
    if (state == State.SETTING_UP) {
      patience.cancel(false);
      patience = null;
      state = State.READY;
      lastActive = System.nanoTime();
      owner.ready(this);
    }
  }

  private void fail(String reason) {
    if (state == State.SETTING_UP) {
      close();
      owner.failed(this, reason);
    }
  }

  /**
   * Gives it up though it may still be there. The owner lets go of it first: calls that end with
   * the channel look for a connection at once, and would find this one, over and over.
   */
  void lose() {
    if (state == State.READY) {
      state = State.OVER;
      owner.lost(this);
      wire.channels().close(channel, server);
    }
  }

  /** Ends it; the owner is not told. */
  void close() {
    if (state != State.OVER) {
      state = State.OVER;
      if (patience != null) {
        patience.cancel(false);
      }
      wire.channels().close(channel, server);
    }
  }

  /** What the server sends by itself. */
  private final class Stream extends ClientCall.Listener<Received> {

    @Override
    public void onMessage(Received request) {
      if (state == State.OVER) {
        return;
      }
      lastActive = System.nanoTime();
      ServerRequest kind = ServerRequest.of(request);
      Record answer = kind.answer(request);
      if (kind == ServerRequest.SETUP_ACK) {
        becomeReady();
      } else if (kind == ServerRequest.PUSH) {
        owner.pushed(GrpcConnection.this, request);
      }
      if (answer != null) {
        stream.sendMessage(wire.writer().answer(answer));
      }
      if (kind == ServerRequest.RESET) {
        owner.reset(GrpcConnection.this, recommended(request));
      }
      if (state != State.OVER) {
        stream.request(1);
      }
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      if (state == State.SETTING_UP) {
        fail(status.isOk() ? UnaryCall.CLOSED : UnaryCall.reason(status));
      } else {
        lose();
      }
    }
  }

  private int recommended(Received reset) {
    String host = reset.text(SERVER_IP);
    String port = reset.text(SERVER_PORT);
    return host == null || port == null || !port.matches("\\d{1,5}")
        ? -1
        : wire.channels().serverAt(host, GrpcPorts.client(Integer.parseInt(port)));
  }
}
