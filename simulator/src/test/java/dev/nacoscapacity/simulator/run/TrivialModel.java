package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.model.ModelCluster;
import dev.nacoscapacity.core.record.Work;
import dev.nacoscapacity.core.time.VirtualTime;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.client.IdleDriver;
import dev.nacoscapacity.simulator.engine.BeatCall;
import dev.nacoscapacity.simulator.engine.ListCall;
import dev.nacoscapacity.simulator.engine.ScrapeCall;
import dev.nacoscapacity.simulator.engine.SweepCall;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * Three nodes with one registry behind them that answers each call after a millisecond, or after
 * some more where a seed says so.
 */
public final class TrivialModel implements Model {

  private static final long MILLI = 1_000_000;
  private static final int NODES = 3;

  private final VirtualTime time;
  private final long seed;
  private final BitSet registered = new BitSet();
  private int calls;
  private boolean closed;

  public TrivialModel(VirtualTime time, long seed) {
    this.time = time;
    this.seed = seed;
  }

  @Override
  public Cluster cluster() {
    return new Cluster() {
      @Override
      public ClusterSpec spec() {
        return ClusterSpec.of(ServerVersion.V1_4_1, NODES);
      }

      @Override
      public List<Node> nodes() {
        return IntStream.rangeClosed(1, NODES).<Node>mapToObj(ModelNode::new).toList();
      }

      @Override
      public void start() {
        // They run.
      }

      @Override
      public void close() {
        closed = true;
      }
    };
  }

  /** Whether nothing is registered. */
  boolean isEmpty() {
    return registered.isEmpty();
  }

  /** Whether its cluster was closed. */
  public boolean closed() {
    return closed;
  }

  @Override
  public String token() {
    return "token";
  }

  @Override
  public List<ModelCluster.Usage> usage() {
    return cluster().nodes().stream()
        .map(
            node ->
                new ModelCluster.Usage(node.name(), 4, calls * 1e-3, 1, 1L << 20, 1L << 30, 0, 7))
        .toList();
  }

  @Override
  public Map<String, Work> work() {
    return Map.of("call", new Work(calls, calls * 1e-3));
  }

  @Override
  public Driver driver(
      FleetSpec spec,
      Tokens tokens,
      ConnectionPlan.Bounds connections,
      RunClock clock,
      CallListener listener) {
    Fleet fleet = new Fleet(spec.settings().population());
    return new Registry(fleet, spec.login().isPresent(), tokens, clock, listener);
  }

  private record ModelNode(int number) implements Node {

    @Override
    public String name() {
      return "node" + number;
    }

    @Override
    public InetSocketAddress http() {
      try {
        byte[] address = {10, 0, 0, (byte) number};
        return new InetSocketAddress(InetAddress.getByAddress(address), 8848);
      } catch (UnknownHostException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public ServerVersion version() {
      return ServerVersion.V1_4_1;
    }

    @Override
    public NodeState state() {
      return NodeState.UP;
    }

    @Override
    public void start() {}

    @Override
    public void kill() {}

    @Override
    public void pause() {}

    @Override
    public void resume() {}

    @Override
    public OptionalLong pid() {
      return OptionalLong.empty();
    }
  }

  private final class Registry extends IdleDriver {

    private final Fleet fleet;
    private final boolean auth;
    private final Tokens tokens;
    private final RunClock clock;
    private final CallListener listener;

    Registry(Fleet fleet, boolean auth, Tokens tokens, RunClock clock, CallListener listener) {
      this.fleet = fleet;
      this.auth = auth;
      this.tokens = tokens;
      this.clock = clock;
      this.listener = listener;
    }

    @Override
    public void send(Call call) {
      calls++;
      call.server = call.prescribedServer >= 0 ? call.prescribedServer : call.actor % NODES;
      call.markWritten(clock.nanos());
      listener.written(call);
      long takes =
          switch (call.operation) {
            case LISTEN -> 29_500 * MILLI;
            case BEAT -> MILLI * (1 + seed % 7);
            default -> MILLI;
          };
      time.after(takes, () -> answer(call));
    }

    private void answer(Call call) {
      call.answered = clock.nanos();
      if (auth && !token().equals(tokens.apply(call.actor))) {
        call.failure = "http 403";
      }
      switch (call.operation) {
        case REGISTER -> registered.set(call.actor);
        case DEREGISTER -> registered.clear(call.actor);
        case BEAT -> ((BeatCall) call).unknownInstance = !registered.get(call.actor);
        case SCRAPE -> ((ScrapeCall) call).body = new byte[0];
        case LIST, SWEEP -> list(call);
        default -> {
          // Nothing else is told.
        }
      }
      listener.completed(call);
    }

    private void list(Call call) {
      int[] listed =
          IntStream.range(0, fleet.sizeOf(call.service))
              .map(position -> fleet.instanceOf(call.service, position))
              .filter(registered::get)
              .toArray();
      if (call instanceof ListCall list) {
        list.hosts = listed.length;
        list.healthy = listed.length;
        return;
      }
      ((SweepCall) call).listing =
          (ofFleet, hosts) -> {
            for (int instance : listed) {
              hosts.host(instance, true);
            }
            return true;
          };
    }
  }
}
