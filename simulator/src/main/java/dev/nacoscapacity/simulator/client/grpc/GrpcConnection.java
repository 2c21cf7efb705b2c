package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.verify.Listing;
import java.util.concurrent.TimeUnit;

/**
 * One client's connection to one server, from the server check to its end: what {@code GrpcClient}
 * and {@code GrpcConnection} of nacos-client 2.x do.
 */
final class GrpcConnection implements StreamListener {

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

    /** The list of one of the fleet's services was pushed. */
    void pushed(GrpcConnection connection, int service, Listing listing);

    /** What a listing says, to be read later. */
    Listing keep(Listing listing);

    /** The server says that a configuration has changed. */
    void configChanged(GrpcConnection connection, String dataId);
  }

  /** A server before 2.3 does not say when it has taken the set-up in: clients wait this long. */
  private static final long OLD_SERVER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** How long a client waits for a newer server's word. */
  private static final long SETUP_ACK_NANOS = TimeUnit.SECONDS.toNanos(5);

  private enum State {
    SETTING_UP,
    READY,
    OVER
  }

  private final GrpcLoop loop;
  private final GrpcLink link;
  private final Owner owner;
  private final Call setUp;
  private final int actor;
  private final boolean config;
  private final int server;

  /** How late the client handles what the server sends by itself, in nanoseconds; mostly 0. */
  private final long late;

  private State state = State.SETTING_UP;
  private long lastActive;

  /**
   * @param setUp the call that the connection is opened for
   * @param late how late the client handles what the server sends by itself, in nanoseconds
   */
  GrpcConnection(GrpcLoop loop, Owner owner, Call setUp, int server, long late) {
    this.loop = loop;
    this.owner = owner;
    this.setUp = setUp;
    this.actor = setUp.actor;
    this.config = setUp.config;
    this.server = server;
    this.late = late;
    this.link = loop.links().open(server);
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

  GrpcLink link() {
    return link;
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
    loop.start(new ServerCheck(), link, null);
  }

  private final class ServerCheck extends UnaryCall {

    private final long begun = loop.now();
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
    void done(String failure) {
      if (state == State.OVER) {
        return;
      }
      if (failure == null) {
        setUp.serverCheck = loop.now() - begun;
        openStream(negotiates);
      } else {
        fail(failure);
      }
    }
  }

  private void openStream(boolean negotiates) {
    link.stream(config, this);
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
   * Gives it up though it may still be there. The owner lets go of it first: calls that end with
   * the channel look for a connection at once, and would find this one, over and over.
   */
  void lose() {
    if (state == State.READY) {
      state = State.OVER;
      owner.lost(this);
      link.close();
    }
  }

  /** Ends it; the owner is not told. */
  void close() {
    if (state != State.OVER) {
      state = State.OVER;
      link.close();
    }
  }

  @Override
  public void setUpTaken() {
    if (state != State.OVER) {
      active(loop.now());
      becomeReady();
    }
  }

  @Override
  public void asked(ServerRequest request, String requestId) {
    if (late > 0) {
      loop.after(late, () -> answer(request, requestId));
    } else {
      answer(request, requestId);
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
    if (late > 0) {
      Listing kept = owner.keep(listing);
      loop.after(late, () -> takePush(requestId, service, kept));
    } else {
      takePush(requestId, service, listing);
    }
  }

  private void takePush(String requestId, int service, Listing listing) {
    // A push about somebody else's service is no business of this fleet's.
    if (state != State.OVER && service >= 0) {
      owner.pushed(this, service, listing);
    }
    answer(ServerRequest.PUSH, requestId);
  }

  @Override
  public void configChanged(String requestId, String dataId) {
    if (late > 0) {
      loop.after(late, () -> takeChange(requestId, dataId));
    } else {
      takeChange(requestId, dataId);
    }
  }

  private void takeChange(String requestId, String dataId) {
    answer(ServerRequest.CONFIG_CHANGE, requestId);
    if (state != State.OVER && dataId != null) {
      owner.configChanged(this, dataId);
    }
  }

  @Override
  public void reset(String requestId, int server) {
    if (late > 0) {
      loop.after(late, () -> takeReset(requestId, server));
    } else {
      takeReset(requestId, server);
    }
  }

  private void takeReset(String requestId, int server) {
    if (state != State.OVER) {
      answer(ServerRequest.RESET, requestId);
      owner.reset(this, server);
    }
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
