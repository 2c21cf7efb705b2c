package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.simulator.client.Answer;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Sends calls over gRPC as the 2.x Java client does: each instance has its own connection and
 * stream, and services or instances have configuration connections. A client keeps its server until
 * the connection is lost, given up, or the server asks for another; the {@link CallListener} is
 * notified and must reconnect.
 *
 * <p>HTTP carries logins and scrapes, as on any 2.x server; the simulator's own sweeps, so that the
 * registry is read over a path other than the loaded one; and all calls of clients that use HTTP.
 */
public final class GrpcDriver implements Driver {

  /** Failure of a call whose client had no connection within the call timeout. */
  static final String NOT_CONNECTED = "not connected";

  /** {@code RpcClient.healthCheck}: one attempt and three retries. */
  private static final int HEALTH_CHECKS = 4;

  private final GrpcSettings settings;
  private final Driver http;
  private final CallListener listener;
  private final Fleet fleet;
  private final ClientTokens tokens;
  private final GrpcLoop loop;
  private final LoopConnections connections;
  private final WaitingCalls waitingCalls;

  /** Attempts whose responses slow clients have not read yet. */
  private final Set<Attempt> unread = new LinkedHashSet<>();

  private boolean loadAbandoned;
  private boolean closed;

  /**
   * @param links closed with this driver
   * @param http for calls over HTTP; closed with this driver
   * @param seed for the choice of servers
   */
  public GrpcDriver(
      GrpcSettings settings,
      GrpcLinks links,
      ClientTokens tokens,
      Driver http,
      long seed,
      CallListener listener) {
    this.settings = settings;
    this.fleet = links.fleet();
    this.tokens = tokens;
    this.http = http;
    this.listener = listener;
    this.loop = new GrpcLoop(links, settings.callTimeout().toNanos());
    int listeners = settings.configPerClient() ? fleet.size() : fleet.services();
    this.connections = new LoopConnections(loop, fleet, listeners, seed, listener);
    this.waitingCalls = new WaitingCalls(settings.callTimeout().toNanos());
  }

  @Override
  public boolean connected(int instance, Channel channel) {
    return connections.of(instance, channel) != null;
  }

  @Override
  public void closeConnections(int instance) {
    connections.close(instance);
  }

  @Override
  public boolean needsBeat(int client, Channel channel, long due) {
    GrpcConnection connection = connections.of(client, channel);
    return connection != null
        && due - connection.lastActive() >= settings.workload().timing().beat().toNanos();
  }

  @Override
  public boolean everyCallKeepsAlive() {
    return true;
  }

  @Override
  public void send(Call call) {
    if (closed) {
      end(call, UNANSWERED);
      return;
    }
    if (call.transport == Transport.HTTP || call.kind.link() == Call.Link.NONE) {
      http.send(call);
    } else if (call.kind.link() == Call.Link.OPENS) {
      connections.open(call);
    } else {
      attempt(call);
    }
  }

  /** Whether a call may be sent again, or later. */
  private boolean goesOn(Call call) {
    return !loadAbandoned || call.has(Call.Trait.FOLLOWS_LOAD);
  }

  private void attempt(Call call) {
    GrpcConnection connection = connections.of(call);
    if (connection != null) {
      call.server = connection.server;
      new Attempt(call, connection).start();
    } else if (call.kind.link() == Call.Link.ENDS && !fleet.isPersistent()) {
      // The server removes an instance when its connection ends.
      connections.close(call.actor);
      end(call, null);
    } else if (goesOn(call)) {
      waitingCalls.add(call, NOT_CONNECTED, null);
    } else {
      end(call, ABANDONED);
    }
  }

  /** The access token for a call, or null. */
  private String token(Call call) {
    return tokens.byClient().apply(clientOf(call));
  }

  /** The number of the client that makes a call. */
  private int clientOf(Call call) {
    boolean isServiceListener = call.has(Call.Trait.HELD) && !settings.configPerClient();
    return isServiceListener ? fleet.instanceOf(call.service, 0) : call.actor;
  }

  private final class Attempt extends UnaryCall {

    private final GrpcConnection connection;

    /** The token that was sent; its client may have a newer one by the time it is refused. */
    private final String token;

    private Attempt(Call call, GrpcConnection connection) {
      super(call);
      this.connection = connection;
      this.token = token(call);
    }

    private void start() {
      call.failovers = call.attempt;
      loop.start(this, connection.link, token);
    }

    @Override
    void sent() {
      call.markWritten(loop.now());
      listener.written(call);
    }

    @Override
    void onEnd(String failure) {
      long delay = failure == null && !closed ? call.readingDelay(fleet) : 0;
      if (delay == 0) {
        finish(failure);
        return;
      }
      // If the delay ends after the deadline, the call times out at the deadline.
      long remaining = deadline() - loop.now();
      unread.add(this);
      loop.after(
          Math.min(delay, Math.max(0, remaining)),
          () -> read(delay > remaining ? TIMED_OUT : null));
    }

    private void read(String failure) {
      if (unread.remove(this)) {
        finish(failure);
      }
    }

    private void finish(String failure) {
      call.answered = loop.now();
      if (failure == null) {
        succeeded(call, connection);
      } else {
        if (connectionGone() || failure.equals(Answer.UNREGISTERED)) {
          connection.lose();
        }
        failed(call, connection, failure, token);
      }
    }
  }

  private void succeeded(Call call, GrpcConnection connection) {
    if (call.kind.link() != Call.Link.CHECKS) {
      connection.active(call.answered);
    }
    if (call.kind.link() == Call.Link.ENDS) {
      connections.close(call.actor);
    }
    listener.completed(call);
  }

  private void failed(Call call, GrpcConnection connection, String reason, String token) {
    if (closed) {
      call.failure = UNANSWERED;
      listener.completed(call);
      return;
    }
    call.attempt++;
    if (call.kind.link() == Call.Link.CHECKS && !isReplaced(connection, call)) {
      beatFailed(call, connection, reason);
    } else if (!goesOn(call)) {
      call.failure = reason;
      listener.completed(call);
    } else if (reason.equals(Answer.REFUSED) && token != null) {
      tokens.refused().accept(token, clientOf(call));
      call.beginAgain(reason);
      waitingCalls.add(call, reason, token);
    } else if (!connection.isReady()) {
      call.beginAgain(reason);
      attempt(call);
    } else {
      call.failure = reason;
      listener.completed(call);
    }
  }

  /** Whether the client has moved to another server, as after a reset. */
  private boolean isReplaced(GrpcConnection connection, Call call) {
    GrpcConnection current = connections.of(call);
    return current != null && current != connection;
  }

  private void beatFailed(Call call, GrpcConnection connection, String reason) {
    boolean retry = reason.equals(UnaryCall.TIMED_OUT) && call.attempt < HEALTH_CHECKS;
    if (retry && connection.isReady()) {
      call.beginAgain(reason);
      new Attempt(call, connection).start();
      return;
    }
    connection.lose();
    call.failure = reason;
    listener.completed(call);
  }

  /** Completes a call without an attempt. */
  private void end(Call call, String failure) {
    call.answered = loop.now();
    call.failure = failure;
    listener.completed(call);
  }

  @Override
  public void expire(long now) {
    loop.expire(now);
    http.expire(now);
    waitingCalls.release(
        now,
        (call, token) ->
            connections.of(call) != null && (token == null || !token.equals(token(call))),
        this::attempt,
        this::end);
  }

  @Override
  public int connections() {
    return loop.links().open() + http.connections();
  }

  @Override
  public long opened() {
    return http.opened();
  }

  @Override
  public void abandonLoad() {
    loadAbandoned = true;
    waitingCalls.clear(call -> end(call, ABANDONED), call -> !goesOn(call));
    http.abandonLoad();
  }

  @Override
  public void close() {
    closed = true;
    waitingCalls.clear(call -> end(call, UNANSWERED), call -> true);
    List.copyOf(unread).forEach(attempt -> attempt.read(UNANSWERED));
    connections.closeAll();
    http.close();
  }
}
