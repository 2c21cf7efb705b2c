package dev.nacoscapacity.simulator.client.model;

import dev.nacoscapacity.cluster.model.ModelCall;
import dev.nacoscapacity.cluster.model.ModelChannel;
import dev.nacoscapacity.cluster.model.ModelNode;
import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.cluster.standin.config.ConfigKey;
import dev.nacoscapacity.cluster.standin.registry.Hosts.Threshold;
import dev.nacoscapacity.cluster.standin.registry.Service;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;
import dev.nacoscapacity.simulator.client.Answer;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.grpc.GrpcAnswer;
import dev.nacoscapacity.simulator.client.grpc.GrpcLink;
import dev.nacoscapacity.simulator.client.grpc.ServerRequest;
import dev.nacoscapacity.simulator.client.grpc.StreamListener;
import dev.nacoscapacity.simulator.client.grpc.UnaryListener;
import java.util.ArrayList;
import java.util.List;

/** One client's gRPC connection to a modelled node. */
final class ModelGrpcLink extends ModelChannel implements GrpcLink {

  private static final String REFUSED = "connection refused";

  /** Clients are told when the threshold is reached, and show what is behind it. */
  private static final Threshold THRESHOLD = Threshold.NONE;

  private enum State {
    NEW,
    CONNECTING,
    OPEN,
    /** Closed by either side, or refused. */
    BROKEN
  }

  private final ModelGrpcLinks links;
  private final ModelNode node;
  private final List<Request> inFlight = new ArrayList<>(2);
  private State state = State.NEW;

  /** Null until the client opens the stream. */
  private StreamListener stream;

  ModelGrpcLink(ModelGrpcLinks links, ModelNode node) {
    this.links = links;
    this.node = node;
  }

  @Override
  public Runnable unary(Call call, String token, UnaryListener listener) {
    Request request = new Request(call, token, listener);
    inFlight.add(request);
    switch (state) {
      case NEW -> {
        state = State.CONNECTING;
        node.open(this);
      }
      case OPEN -> request.send();
      case CONNECTING -> {
        // Sent with the other requests once connected.
      }
      case BROKEN -> links.soon(() -> request.end(UnaryListener.CLOSED));
    }
    return request::cancel;
  }

  @Override
  public void stream(Channel channel, StreamListener listener) {
    stream = listener;
    if (state == State.OPEN) {
      node.setUp(this, channel);
    }
  }

  @Override
  public void acknowledge(ServerRequest request, String requestId) {
    if (state == State.OPEN
        && (request == ServerRequest.PUSH || request == ServerRequest.CONFIG_CHANGE)) {
      node.acknowledge(this, requestId);
    }
  }

  @Override
  public void close() {
    links.open--;
    boolean open = state == State.OPEN;
    state = State.BROKEN;
    stream = null;
    if (open) {
      node.close(this);
    }
    for (Request request : List.copyOf(inFlight)) {
      links.soon(() -> request.end(UnaryListener.CLOSED));
    }
  }

  // --- Callbacks of the node --------------------------------------------------------------------

  @Override
  protected void opened() {
    if (state == State.BROKEN) {
      node.close(this);
      return;
    }
    state = State.OPEN;
    List.copyOf(inFlight).forEach(Request::send);
  }

  @Override
  protected void refused() {
    disconnect(REFUSED);
  }

  @Override
  protected void lost() {
    disconnect(UnaryListener.CLOSED);
  }

  private void disconnect(String reason) {
    if (state == State.BROKEN) {
      return;
    }
    state = State.BROKEN;
    StreamListener listener = stream;
    List.copyOf(inFlight).forEach(request -> request.end(reason));
    if (listener != null) {
      listener.closed(reason);
    }
  }

  @Override
  protected void setUpAcknowledged() {
    if (stream != null) {
      stream.setUpAcknowledged();
    }
  }

  @Override
  protected Runnable pushing(String requestId, ServiceKey service, Service content) {
    ModelListing listing = ModelListing.of(content, true, links.registrations, THRESHOLD);
    int number = links.registrations.numberOf(service);
    return () -> {
      if (stream != null) {
        stream.pushed(requestId, number, listing);
      }
    };
  }

  @Override
  protected Runnable notifying(String requestId, ConfigKey key) {
    return () -> {
      if (stream != null) {
        stream.configChanged(requestId, key.dataId());
      }
    };
  }

  /** A request and its response. */
  private final class Request extends FleetRequest implements GrpcAnswer {

    private final UnaryListener listener;

    Request(Call call, String token, UnaryListener listener) {
      super(links.registrations, THRESHOLD);
      prepare(call, links.cluster.accepts(token));
      this.instance = links.registrations.instance(call.actor);
      this.listener = listener;
    }

    private void send() {
      node.send(ModelGrpcLink.this, this);
      listener.written();
    }

    private void cancel() {
      inFlight.remove(this);
    }

    private void end(String reason) {
      if (inFlight.remove(this)) {
        listener.ended(reason, true);
      }
    }

    @Override
    protected void answered() {
      if (state == State.OPEN && inFlight.remove(this)) {
        listener.answered(this);
        listener.ended(null, false);
      }
    }

    @Override
    public String read(Call call) {
      if (status != OK) {
        return call.refused(status == ModelCall.REFUSED ? Answer.REFUSED : Answer.UNREGISTERED);
      }
      call.take(this);
      return null;
    }

    @Override
    public boolean negotiates() {
      return node.version().acknowledgesSetUp();
    }
  }
}
