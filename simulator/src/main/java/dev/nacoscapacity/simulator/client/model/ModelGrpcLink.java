package dev.nacoscapacity.simulator.client.model;

import dev.nacoscapacity.cluster.embedded.config.ConfigKey;
import dev.nacoscapacity.cluster.embedded.registry.InstanceSpec;
import dev.nacoscapacity.cluster.embedded.registry.Service;
import dev.nacoscapacity.cluster.embedded.registry.ServiceKey;
import dev.nacoscapacity.cluster.model.ConfigExchange;
import dev.nacoscapacity.cluster.model.ModelChannel;
import dev.nacoscapacity.cluster.model.ModelNode;
import dev.nacoscapacity.cluster.model.ModelRequest;
import dev.nacoscapacity.core.stats.Operation;
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
    Request request = request(call, token, listener);
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

  private Request request(Call call, String token, UnaryListener listener) {
    ServiceKey service =
        switch (call.operation) {
          case REGISTER, DEREGISTER, LIST, SUBSCRIBE -> links.registrations().service(call.service);
          default -> null;
        };
    InstanceSpec instance =
        call.operation == Operation.REGISTER ? links.registrations().instance(call.actor) : null;
    Request request =
        new Request(
            kind(call.operation),
            service,
            instance,
            links.accepts(token),
            call.wantsBody,
            listener);
    request.setConfiguration(links.registrations().configuration(call));
    return request;
  }

  private static ModelRequest.Kind kind(Operation operation) {
    return switch (operation) {
      case CONNECT -> ModelRequest.Kind.SERVER_CHECK;
      case BEAT -> ModelRequest.Kind.HEALTH_CHECK;
      case REGISTER -> ModelRequest.Kind.REGISTER;
      case DEREGISTER -> ModelRequest.Kind.DEREGISTER;
      case LIST -> ModelRequest.Kind.LIST;
      case SUBSCRIBE -> ModelRequest.Kind.SUBSCRIBE;
      case LISTEN -> ModelRequest.Kind.LISTEN;
      case READ -> ModelRequest.Kind.READ;
      case PUBLISH -> ModelRequest.Kind.PUBLISH;
      case REMOVE -> ModelRequest.Kind.REMOVE;
      case PUSH, LOGIN, SCRAPE, SWEEP ->
          throw new IllegalArgumentException("no unary call: " + operation);
    };
  }

  @Override
  public void stream(boolean config, StreamListener listener) {
    stream = listener;
    if (state == State.OPEN) {
      node.setUp(this, config);
    }
  }

  @Override
  public void acknowledge(ServerRequest request, String requestId) {
    if (state == State.OPEN
        && (request == ServerRequest.PUSH || request == ServerRequest.CONFIG_CHANGE)) {
      node.acknowledge(this, Long.parseLong(requestId));
    }
  }

  @Override
  public void close() {
    links.closed();
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
  protected Runnable pushing(long push, ServiceKey service, Service known) {
    ModelListing listing = ModelListing.of(known, links.registrations());
    int number = links.registrations().numberOf(service);
    return () -> {
      if (stream != null) {
        stream.pushed(Long.toString(push), number, listing);
      }
    };
  }

  @Override
  protected Runnable notifying(long push, ConfigKey key) {
    return () -> {
      if (stream != null) {
        stream.configChanged(Long.toString(push), key.dataId());
      }
    };
  }

  /** A request and its response. */
  private final class Request extends ModelRequest implements GrpcAnswer {

    private final boolean wantsBody;
    private final UnaryListener listener;
    private int hosts;
    private int healthy;
    private ModelListing listing;

    Request(
        Kind kind,
        ServiceKey service,
        InstanceSpec instance,
        boolean authorized,
        boolean wantsBody,
        UnaryListener listener) {
      super(kind, service, instance, authorized);
      this.wantsBody = wantsBody;
      this.listener = listener;
    }

    private void setConfiguration(ConfigExchange exchange) {
      configuration = exchange;
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
    protected void listed(Service known) {
      if (known != null) {
        hosts = known.hosts();
        healthy = known.healthyCount();
      }
      if (wantsBody) {
        listing = ModelListing.of(known, links.registrations());
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
      return switch (outcome()) {
        case OK -> {
          call.hosts = hosts;
          call.healthy = healthy;
          call.listing = listing;
          Registrations.answer(configuration, call);
          yield null;
        }
        case REFUSED -> REFUSED;
        case UNREGISTERED -> {
          call.unknownInstance = kind == Kind.HEALTH_CHECK;
          yield UNREGISTERED;
        }
      };
    }

    @Override
    public boolean negotiates() {
      return node.acknowledgesSetUp();
    }
  }
}
