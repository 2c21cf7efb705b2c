package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.verify.Listing;
import java.util.concurrent.TimeUnit;

/**
 * One client's connection to one server, from the server check to the close, as implemented by
 * {@code GrpcClient} and {@code GrpcConnection} of nacos-client 2.x.
 */
final class GrpcConnection implements StreamListener {

  /** A client's wait after the set-up on servers before 2.3, which do not acknowledge it. */
  private static final long OLD_SERVER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** A client's timeout for the acknowledgement of the set-up by a newer server. */
  private static final long SETUP_ACK_NANOS = TimeUnit.SECONDS.toNanos(5);

  private enum State {
    SETTING_UP,
    READY,
    OVER
  }

  final int actor;
  final Channel channel;
  final int server;
  final GrpcLink link;

  /** The call that set it up; not valid once the connection is ready and the call recycled. */
  final Call setUp;

  private final GrpcLoop loop;

  /** Learns of all that happens; of the end once, and never after {@link #close}. */
  private final LoopConnections owner;

  /** Delay before the client handles a message on the stream, in nanoseconds; usually 0. */
  private final long readingDelay;

  private State state = State.SETTING_UP;
  private long lastActive;

  /**
   * @param setUp the {@code CONNECT} call
   * @param readingDelay delay before the client handles a message on the stream, in nanoseconds
   */
  GrpcConnection(GrpcLoop loop, LoopConnections owner, Call setUp, int server, long readingDelay) {
    this.loop = loop;
    this.owner = owner;
    this.setUp = setUp;
    this.actor = setUp.actor;
    this.channel = setUp.channel();
    this.server = server;
    this.readingDelay = readingDelay;
    this.link = loop.links().open(server);
  }

  boolean isReady() {
    return state == State.READY;
  }

  /** When anything other than a health check last succeeded on this connection. */
  long lastActive() {
    return lastActive;
  }

  void active(long now) {
    lastActive = now;
  }

  void open() {
    loop.start(new ServerCheck(), link, null);
  }

  private final class ServerCheck extends UnaryCall {

    private final long started = loop.now();
    private boolean negotiates;

    private ServerCheck() {
      super(setUp);
    }

    @Override
    void sent() {
      setUp.markWritten(loop.now());
    }

    @Override
    void accepted(GrpcAnswer answer) {
      negotiates = answer.negotiates();
    }

    @Override
    void onEnd(String failure) {
      if (state == State.OVER) {
        return;
      }
      if (failure == null) {
        setUp.serverChecked(loop.now() - started);
        openStream(negotiates);
      } else {
        fail(failure);
      }
    }
  }

  private void openStream(boolean negotiates) {
    link.stream(channel, this);
    if (negotiates) {
      loop.after(SETUP_ACK_NANOS, () -> fail("no word of the set-up"));
    } else {
      loop.after(OLD_SERVER_NANOS, this::becomeReady);
    }
  }

  private void becomeReady() {
    if (state == State.SETTING_UP) {
      state = State.READY;
      lastActive = loop.now();
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
   * Gives up a connection that may still be open. The owner is notified before the link is closed:
   * calls that end with the link are retried at once, and would find this connection again.
   */
  void lose() {
    if (state == State.READY) {
      state = State.OVER;
      owner.lost(this);
      link.close();
    }
  }

  /** Closes the connection without notifying the owner. */
  void close() {
    if (state != State.OVER) {
      state = State.OVER;
      link.close();
    }
  }

  @Override
  public void setUpAcknowledged() {
    if (state != State.OVER) {
      active(loop.now());
      becomeReady();
    }
  }

  @Override
  public void requestReceived(ServerRequest request, String requestId) {
    whenRead(() -> answer(request, requestId));
  }

  /** Handles a message at once, or, for a slow client, later. */
  private void whenRead(Runnable handle) {
    if (readingDelay > 0) {
      loop.after(readingDelay, handle);
    } else {
      handle.run();
    }
  }

  private void answer(ServerRequest request, String requestId) {
    if (state != State.OVER) {
      active(loop.now());
      link.acknowledge(request, requestId);
    }
  }

  @Override
  public void pushed(String requestId, int service, Listing listing) {
    // Most messages are pushes, so a client that is not slow creates no object for them.
    if (readingDelay > 0) {
      Listing copy = owner.keep(listing);
      loop.after(readingDelay, () -> handlePush(requestId, service, copy));
    } else {
      handlePush(requestId, service, listing);
    }
  }

  private void handlePush(String requestId, int service, Listing listing) {
    // A push for a service outside the fleet is only acknowledged.
    if (state != State.OVER && service >= 0) {
      owner.pushed(this, service, listing);
    }
    answer(ServerRequest.PUSH, requestId);
  }

  @Override
  public void configChanged(String requestId, String dataId) {
    whenRead(
        () -> {
          answer(ServerRequest.CONFIG_CHANGE, requestId);
          if (state != State.OVER && dataId != null) {
            owner.configChanged(this, dataId);
          }
        });
  }

  @Override
  public void reset(String requestId, int server) {
    whenRead(
        () -> {
          if (state != State.OVER) {
            answer(ServerRequest.RESET, requestId);
            owner.reset(this, server);
          }
        });
  }

  @Override
  public void closed(String reason) {
    if (state == State.SETTING_UP) {
      fail(reason);
    } else {
      lose();
    }
  }
}
