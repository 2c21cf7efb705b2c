package dev.nacoscapacity.simulator.client.http;

import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.CalledServers;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * Carries calls over HTTP/1.1 and chooses servers as a 1.4.2 client does, over v3, too: a random
 * one for each naming call and the next ones when it fails; a client of configurations stays with a
 * server until that fails; a login tries the servers in their order.
 *
 * <p>A list starts at a random server and goes one further each time, which is as even as chance
 * and lets the fleet's own answers show every service on every node.
 */
public final class HttpDriver implements Driver {

  private final CallListener listener;
  private final HttpSettings settings;
  private final LongSupplier clock;
  private final NodePool[] pools;
  private final NodePool[] unbounded;
  private final CalledServers called;
  private final SplittableRandom random;
  private final int[] pollServers;
  private final short[] listTurns;
  private boolean closed;

  /**
   * @param servers how many nodes the cluster has, and what stands in for them
   * @param settings of which it uses the times that calls may take, how many connections it may
   *     have, and which servers stand in for nodes
   * @param wire makes the connections
   * @param clock the time in nanoseconds that calls are stamped with, the wire's own
   * @param seed of the choice of servers
   */
  public HttpDriver(
      int servers,
      Fleet fleet,
      HttpSettings settings,
      NodeConnections wire,
      LongSupplier clock,
      long seed,
      CallListener listener) {
    this.listener = listener;
    this.settings = settings;
    this.clock = clock;
    this.called = CalledServers.of(settings.reach(), servers);
    this.random = new SplittableRandom(seed);
    NodePool.Spare spare = new NodePool.Spare(settings.spareConnections());
    this.pools = new NodePool[servers];
    this.unbounded = new NodePool[servers];
    for (int server = 0; server < servers; server++) {
      pools[server] =
          new NodePool(
              server,
              settings.connectionsPerServer(),
              spare,
              settings,
              wire,
              clock,
              this::answered,
              this::failed);
      unbounded[server] =
          new NodePool(
              server,
              Integer.MAX_VALUE,
              new NodePool.Spare(0),
              settings,
              wire,
              clock,
              this::answered,
              this::failed);
    }
    this.pollServers = new int[fleet.services()];
    Arrays.setAll(pollServers, service -> called.random(random));
    this.listTurns = new short[fleet.size()];
    for (int i = 0; i < listTurns.length; i++) {
      listTurns[i] = (short) called.random(random);
    }
  }

  @Override
  public void send(Call call) {
    if (closed) {
      call.answered = clock.getAsLong();
      call.failure = UNANSWERED;
      listener.completed(call);
      return;
    }
    call.firstServer = chooseServer(call);
    attempt(call, call.firstServer);
  }

  private int chooseServer(Call call) {
    if (call.prescribedServer != Call.ANY_SERVER) {
      return call.prescribedServer;
    }
    return switch (call.operation) {
      case LIST -> {
        int server = listTurns[call.actor];
        listTurns[call.actor] = (short) called.after(server, 1);
        yield server;
      }
      case LISTEN, READ, PUBLISH, REMOVE -> pollServers[call.service];
      case LOGIN -> called.first();
      default -> called.random(random);
    };
  }

  private void attempt(Call call, int server) {
    call.server = server;
    NodePool[] kind = isUnbounded(call.operation) ? unbounded : pools;
    kind[server].submit(call);
  }

  /**
   * Long polls hold connections of their own, and reads of truth have some, so that a bound on the
   * fleet's connections neither hides the registry's state nor is used up by reading it.
   */
  private boolean isUnbounded(Operation operation) {
    return settings.holds(operation) || operation == Operation.SWEEP;
  }

  private void answered(Call call) {
    switch (call.operation) {
      case LISTEN, READ, PUBLISH, REMOVE -> pollServers[call.service] = call.server;
      default -> {}
    }
    listener.completed(call);
  }

  private void failed(Call call, String reason) {
    call.attempt++;
    if (!closed && call.prescribedServer == Call.ANY_SERVER && call.attempt < called.count()) {
      call.failovers++;
      call.retriedOnFreshConnection = false;
      call.beginAgain(reason);
      attempt(call, called.after(call.firstServer, call.attempt));
    } else {
      call.failure = reason;
      listener.completed(call);
    }
  }

  @Override
  public void expire(long now) {
    for (int server = 0; server < pools.length; server++) {
      pools[server].expire(now);
      unbounded[server].expire(now);
    }
  }

  @Override
  public int connections() {
    int open = 0;
    for (int server = 0; server < pools.length; server++) {
      open += pools[server].open() + unbounded[server].open();
    }
    return open;
  }

  @Override
  public long opened() {
    long opened = 0;
    for (int server = 0; server < pools.length; server++) {
      opened += pools[server].opened() + unbounded[server].opened();
    }
    return opened;
  }

  @Override
  public void close() {
    closed = true;
    long now = clock.getAsLong();
    for (int server = 0; server < pools.length; server++) {
      pools[server].close(now);
      unbounded[server].close(now);
    }
  }
}
