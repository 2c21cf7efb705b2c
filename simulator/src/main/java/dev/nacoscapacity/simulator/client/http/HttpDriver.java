package dev.nacoscapacity.simulator.client.http;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.CalledServers;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.client.HttpSettings;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Sends calls over HTTP/1.1. Chooses servers, for v3 too, as a 1.4.2 client does: a naming call
 * starts at a random server and fails over to the next ones, or tries the only one three times; a
 * configuration client keeps its server until that fails, and goes round four times within the time
 * limit of the call; a login tries the servers in order, once.
 *
 * <p>Lists go round-robin from a random server. The load is as even as with random choice, and the
 * fleet's own responses cover every service on every node.
 */
public final class HttpDriver implements Driver {

  /** {@code UtilAndComs.REQUEST_DOMAIN_RETRY_COUNT}: attempts of a naming call at one address. */
  private static final int ONLY_SERVER_ATTEMPTS = 3;

  /** {@code ServerHttpAgent.maxRetry} rounds after the first. */
  private static final int CONFIG_ROUNDS = 4;

  /**
   * After what a client of configurations asks another server: {@code ServerHttpAgent} of
   * nacos-client 1.4.2 takes any other status for an answer, and stays after any other exception.
   */
  private static final Predicate<String> ELSEWHERE =
      Pattern.compile(
              "http 50[023]( .*)?|"
                  + Http.SERVER_IS_DOWN
                  + "|connection refused|(connect )?timed out")
          .asMatchPredicate();

  private final CallListener listener;
  private final HttpSettings settings;
  private final NodeConnections wire;
  private final List<NodePool> all = new ArrayList<>();

  /** By server, as the next ones. */
  private final List<NodePool> pools = new ArrayList<>();

  private final List<NodePool> unbounded = new ArrayList<>();
  private final CalledServers called;
  private final SplittableRandom random;
  private final int[] configServers;
  private final short[] nextListServers;
  private boolean loadAbandoned;
  private boolean closed;

  /**
   * @param servers the number of nodes and entry points
   * @param settings used for timeouts, connection limits and entry points
   * @param wire opens the connections
   * @param seed for the choice of servers
   */
  public HttpDriver(
      int servers,
      Fleet fleet,
      HttpSettings settings,
      NodeConnections wire,
      long seed,
      CallListener listener) {
    this.listener = listener;
    this.settings = settings;
    this.wire = wire;
    this.called = CalledServers.of(settings.reach(), servers);
    this.random = new SplittableRandom(seed);
    NodePool.SpareConnections spare = new NodePool.SpareConnections(settings.spareConnections());
    NodePool.SpareConnections none = new NodePool.SpareConnections(0);
    for (int server = 0; server < servers; server++) {
      pools.add(pool(server, settings.connectionsPerServer(), spare));
      unbounded.add(pool(server, Integer.MAX_VALUE, none));
    }
    this.configServers = new int[fleet.services()];
    Arrays.setAll(configServers, service -> called.random(random));
    this.nextListServers = new short[fleet.size()];
    for (int i = 0; i < nextListServers.length; i++) {
      nextListServers[i] = (short) called.random(random);
    }
  }

  private NodePool pool(int server, int limit, NodePool.SpareConnections spare) {
    NodePool pool = new NodePool(server, limit, spare, settings, wire, this::ended);
    all.add(pool);
    return pool;
  }

  @Override
  public void send(Call call) {
    if (closed) {
      call.answered = wire.nanos();
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
    return switch (call.choice()) {
      case NEXT -> {
        int server = nextListServers[call.actor];
        nextListServers[call.actor] = (short) called.after(server, 1);
        yield server;
      }
      case KEPT -> configServers[call.service];
      case FIRST -> called.first();
      case RANDOM -> called.random(random);
    };
  }

  private void attempt(Call call, int server) {
    call.server = server;
    (isUnbounded(call) ? unbounded : pools).get(server).submit(call);
  }

  /**
   * Long polls occupy a connection each, and sweeps must neither wait for the fleet's connection
   * limit nor count against it, so both use separate pools.
   */
  private boolean isUnbounded(Call call) {
    return settings.holds(call) || call.has(Call.Trait.VERIFIES);
  }

  private void ended(Call call, String failure) {
    if (failure != null) {
      failed(call, failure);
      return;
    }
    if (call.choice() == Call.ServerChoice.KEPT) {
      configServers[call.service] = call.server;
    }
    listener.completed(call);
  }

  private void failed(Call call, String reason) {
    call.attempt++;
    boolean again = !closed && (!loadAbandoned || call.has(Call.Trait.FOLLOWS_LOAD));
    if (again && call.prescribedServer == Call.ANY_SERVER && mayTryAgain(call, reason)) {
      call.failovers++;
      call.retriedOnFreshConnection = false;
      call.beginAgain(reason);
      attempt(call, called.after(call.firstServer, call.attempt));
    } else {
      call.failure = reason;
      listener.completed(call);
    }
  }

  private boolean mayTryAgain(Call call, String reason) {
    if (call.choice() == Call.ServerChoice.KEPT && !ELSEWHERE.test(reason)) {
      return false;
    }
    if (call.attempt < called.count()) {
      return true;
    }
    return switch (call.choice()) {
      case FIRST -> false;
      case KEPT ->
          call.attempt < CONFIG_ROUNDS * called.count()
              && call.answered - call.startedAt < settings.timeout(call);
      case RANDOM, NEXT -> called.count() == 1 && call.attempt < ONLY_SERVER_ATTEMPTS;
    };
  }

  @Override
  public void expire(long now) {
    all.forEach(pool -> pool.expire(now));
  }

  @Override
  public int connections() {
    return all.stream().mapToInt(NodePool::open).sum();
  }

  @Override
  public long opened() {
    return all.stream().mapToLong(NodePool::opened).sum();
  }

  @Override
  public void abandonLoad() {
    loadAbandoned = true;
    long now = wire.nanos();
    all.forEach(pool -> pool.abandonLoad(now));
  }

  @Override
  public void close() {
    closed = true;
    long now = wire.nanos();
    all.forEach(pool -> pool.close(now));
  }
}
