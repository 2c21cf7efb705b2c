package dev.nacoscapacity.simulator.client.model;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.nacoscapacity.cluster.model.HttpSocket;
import dev.nacoscapacity.cluster.model.ModelNode;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.http.NodeConnection;
import dev.nacoscapacity.simulator.client.http.NodePool;

/** A connection to a modelled node, for one call at a time. */
final class ModelConnection extends HttpSocket implements NodeConnection {

  private final ModelConnections wire;
  private final NodePool pool;
  private final ModelNode node;

  /** The call in flight, or null while idle. */
  private Call call;

  /** Reused for each call until the connection is lost; null before the first call. */
  private PendingCall request;

  private long deadline;
  private int requests;
  private boolean closed;

  /** Whether the response has arrived, and a slow client has yet to read it. */
  private boolean unread;

  /** Whether the node closed the connection behind the unread response. */
  private boolean lastResponse;

  /**
   * @param first the call to send once connected
   */
  ModelConnection(ModelConnections wire, NodePool pool, ModelNode node, Call first) {
    this.wire = wire;
    this.pool = pool;
    this.node = node;
    this.call = first;
  }

  @Override
  public void connect() {
    deadline = wire.nanos() + wire.settings.workload().clients().connectTimeout().toNanos();
    node.open(this);
  }

  @Override
  protected void opened() {
    if (closed) {
      node.close(this);
    } else {
      send(call);
    }
  }

  @Override
  protected void refused() {
    lose("connection refused", false);
  }

  @Override
  protected void lost() {
    if (unread) {
      lastResponse = true;
    } else {
      lose("connection closed", true);
    }
  }

  @Override
  public void send(Call next) {
    call = next;
    requests++;
    if (request == null) {
      request = new PendingCall();
    }
    request.prepare(next, wire.authorized(next));
    request.write = next.write(wire.registrations).orElse(null);
    next.markWritten(wire.nanos());
    deadline = next.written + wire.settings.timeout(next);
    wire.listener.written(next);
    node.send(this, request);
  }

  @Override
  public void expire(long now) {
    if (call != null && now - deadline > 0) {
      lose(requests == 0 ? "connect timed out" : "timed out", false);
    }
  }

  @Override
  public void lose(String reason, boolean byServer) {
    if (closed) {
      return;
    }
    closed = true;
    node.close(this);
    if (request != null) {
      request.cancelled = true;
    }
    Call lost = call;
    call = null;
    if (lost != null) {
      lost.answered = wire.nanos();
    }
    pool.lost(this, lost, reason, byServer && requests > 1);
  }

  private void answered() {
    Call current = call;
    long delay = current.readingDelay(wire.registrations.fleet());
    if (delay > 0) {
      unread = true;
      wire.cluster
          .time()
          .after(
              delay,
              () -> {
                if (call == current) {
                  read();
                }
              });
    } else {
      read();
    }
  }

  private void read() {
    Call endedCall = call;
    call = null;
    unread = false;
    endedCall.answered = wire.nanos();
    closed = lastResponse;
    pool.released(this, endedCall, request.read(endedCall), !lastResponse);
  }

  /** The request over this connection. */
  private final class PendingCall extends FleetRequest {

    private boolean cancelled;

    PendingCall() {
      super(wire.registrations, wire.threshold());
      hold = wire.hold();
    }

    @Override
    protected void answered() {
      if (!cancelled) {
        ModelConnection.this.answered();
      }
    }

    @Override
    public byte[] body() {
      return wire.cluster.login().getBytes(US_ASCII);
    }

    /** Lets the call take what the answer contains; returns the failure or null. */
    private String read(Call endedCall) {
      if (status != OK) {
        return "http " + status;
      }
      if (write != null) {
        endedCall.takeWritten(written);
      } else if (request != Operation.SCRAPE) {
        // A node's resource usage is read from the model instead of its metrics.
        endedCall.take(this);
      }
      return null;
    }
  }
}
