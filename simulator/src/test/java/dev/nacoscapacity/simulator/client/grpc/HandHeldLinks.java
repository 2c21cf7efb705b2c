package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.time.EventThread;
import dev.nacoscapacity.core.time.VirtualTime;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CalledServers;
import dev.nacoscapacity.simulator.engine.ListCall;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.ArrayList;
import java.util.List;

/** Links on which nothing happens but what a test does. */
final class HandHeldLinks implements GrpcLinks {

  private final int servers;
  private final VirtualTime time;
  private final Fleet fleet;

  /** All that were opened, in their order. */
  final List<Link> links = new ArrayList<>();

  HandHeldLinks(int servers, VirtualTime time, Fleet fleet) {
    this.servers = servers;
    this.time = time;
    this.fleet = fleet;
  }

  @Override
  public Fleet fleet() {
    return fleet;
  }

  @Override
  public EventThread thread() {
    return time;
  }

  @Override
  public long nanos() {
    return time.nanos();
  }

  @Override
  public CalledServers called() {
    return new CalledServers(0, servers);
  }

  @Override
  public GrpcLink open(int server) {
    Link link = new Link(server);
    links.add(link);
    return link;
  }

  @Override
  public int open() {
    return (int) links.stream().filter(link -> !link.closed).count();
  }

  /** The one opened last. */
  Link last() {
    return links.get(links.size() - 1);
  }

  /** A request as it was sent. */
  static final class Request {

    final Operation operation;
    final String token;
    final UnaryListener listener;
    boolean givenUp;
    private boolean over;

    private Request(Operation operation, String token, UnaryListener listener) {
      this.operation = operation;
      this.token = token;
      this.listener = listener;
    }

    /** The server accepts it. */
    void accept() {
      answer(new Answer(null, false, 0, 0));
    }

    void answer(GrpcAnswer answer) {
      over = true;
      listener.answered(answer);
      listener.ended(null, false);
    }

    /** Its connection breaks, or cannot be made. */
    void fail(String reason) {
      if (!over && !givenUp) {
        over = true;
        listener.ended(reason, true);
      }
    }
  }

  /**
   * What a server answers.
   *
   * @param failure null when it accepts
   */
  record Answer(String failure, boolean negotiates, int hosts, int healthy) implements GrpcAnswer {

    @Override
    public String read(Call call) {
      if (call instanceof ListCall list) {
        list.hosts = hosts;
        list.healthy = healthy;
      }
      return failure;
    }
  }

  /** One connection. */
  static final class Link implements GrpcLink {

    final int server;
    final List<Request> requests = new ArrayList<>();

    /** Each with its number, as in {@code DETECTION 7}. */
    final List<String> acknowledged = new ArrayList<>();

    StreamListener stream;
    boolean closed;

    private Link(int server) {
      this.server = server;
    }

    @Override
    public Runnable unary(Call call, String token, UnaryListener listener) {
      Request request = new Request(call.operation, token, listener);
      requests.add(request);
      listener.written();
      return () -> request.givenUp = true;
    }

    /** The request sent last. */
    Request last() {
      return requests.get(requests.size() - 1);
    }

    @Override
    public void stream(Channel channel, StreamListener listener) {
      stream = listener;
    }

    @Override
    public void acknowledge(ServerRequest request, String requestId) {
      acknowledged.add(request + " " + requestId);
    }

    @Override
    public void close() {
      if (closed) {
        throw new IllegalStateException("closed twice");
      }
      closed = true;
      List.copyOf(requests).forEach(request -> request.fail(UnaryListener.CLOSED));
    }
  }
}
