package dev.nacoscapacity.jmeter.fleet;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.cluster.transport.NettyTransport;
import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.ConfigConnections;
import dev.nacoscapacity.core.workload.GrpcClients;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.jmeter.sampler.Wire;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.client.HttpSettings;
import dev.nacoscapacity.simulator.client.grpc.ClientTokens;
import dev.nacoscapacity.simulator.client.grpc.GrpcDriver;
import dev.nacoscapacity.simulator.client.grpc.GrpcSettings;
import dev.nacoscapacity.simulator.client.grpc.NettyLinks;
import dev.nacoscapacity.simulator.client.http.HttpWire;
import dev.nacoscapacity.simulator.engine.BeatCall;
import dev.nacoscapacity.simulator.engine.ConnectCall;
import dev.nacoscapacity.simulator.engine.DeregisterCall;
import dev.nacoscapacity.simulator.engine.ListCall;
import dev.nacoscapacity.simulator.engine.ListenCall;
import dev.nacoscapacity.simulator.engine.RegisterCall;
import dev.nacoscapacity.simulator.target.Address;
import dev.nacoscapacity.simulator.workload.Fleet;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** A blocking interface to the fleet's own gRPC driver. */
public final class GrpcWire implements Wire {

  private static final Duration ADMIN_TIMEOUT = Duration.ofSeconds(30);

  /** Calls by their names in plans. */
  private static final Map<String, Supplier<Call>> KINDS =
      Map.of(
          "register", RegisterCall::new,
          "beat", BeatCall::new,
          "list", ListCall::new,
          "listen", ListenCall::new,
          "deregister", DeregisterCall::new);

  private final Fleet fleet;
  private final EventLoopGroup group;
  private final EventLoop loop;
  private final Driver driver;
  private final Set<Integer> listening = ConcurrentHashMap.newKeySet();

  /** Confined to the event loop. */
  private final Map<Call, CompletableFuture<String>> underWay = new IdentityHashMap<>();

  private GrpcWire(Map<String, String> settings, String token) {
    Population population =
        new Population(
            Integer.parseInt(settings.get("instances")),
            Integer.parseInt(settings.get("services")),
            settings.get("prefix"),
            settings.get("namespace"),
            Shard.parse(settings.get("shard")));
    fleet = new Fleet(population);
    group = NettyTransport.eventLoops("grpc-clients", 1);
    loop = group.next();
    driver = driver(settings, population, token);
    loop.scheduleAtFixedRate(() -> driver.expire(System.nanoTime()), 1, 1, TimeUnit.SECONDS);
  }

  private Driver driver(Map<String, String> settings, Population population, String token) {
    List<InetSocketAddress> http = Address.parseList(settings.get("servers"));
    List<InetSocketAddress> servers =
        http.stream()
            .map(node -> new InetSocketAddress(node.getAddress(), GrpcPorts.client(node.getPort())))
            .toList();
    String clientIp = settings.get("clientIp");
    Duration beat = Duration.ofSeconds(Long.parseLong(settings.get("beat")));
    Duration listen = Duration.ofSeconds(Long.parseLong(settings.get("listen")));
    Duration callTimeout = Duration.ofMillis(Long.parseLong(settings.get("callTimeout")));
    Workload workload =
        new Workload(
            population,
            new GrpcClients(ClientModel.POLLING, 0, ConfigConnections.SERVICE, callTimeout),
            Timing.USUAL.withBeat(beat).withListen(listen),
            1,
            1);
    IntFunction<String> tokens = client -> token;
    CallListener ends = new Ends();
    GrpcSettings grpc = new GrpcSettings(workload, clientIp, 0, Reach.USUAL);
    return new GrpcDriver(
        grpc,
        new NettyLinks(loop, fleet, grpc, servers),
        new ClientTokens(tokens, (refused, client) -> {}),
        HttpWire.driver(
            loop,
            fleet,
            new HttpSettings(workload, null, new InetSocketAddress(clientIp, 0), 1),
            http,
            tokens,
            1,
            ends),
        1,
        ends);
  }

  /**
   * Logs in if auth is on, and prepares the clients.
   *
   * @throws dev.nacoscapacity.cluster.admin.AdminException when the login is refused
   */
  public static Wire open(Map<String, String> settings) {
    String token = null;
    if (Boolean.parseBoolean(settings.get("auth"))) {
      Credentials user =
          new Credentials(
              settings.get("user"), System.getenv().getOrDefault("NACOS_PASSWORD", "nacos"));
      token =
          AdminClient.of(Address.parseList(settings.get("servers")).get(0), ADMIN_TIMEOUT)
              .login(user.username(), user.password())
              .token();
    }
    return new GrpcWire(settings, token);
  }

  @Override
  public String call(String name, int actor) throws InterruptedException {
    Supplier<Call> kind = KINDS.get(name.toLowerCase(Locale.ROOT));
    if (kind == null) {
      throw new IllegalArgumentException("no call: " + name);
    }
    Call call = kind.get();
    Channel channel = call.channel();
    if (!connected(actor, channel)) {
      if (call.kind.link() == Call.Link.ENDS) {
        // The instance went with its connection.
        return null;
      }
      String failure = make(new ConnectCall(channel), actor);
      if (failure == null && channel == Channel.NAMING && !(call instanceof RegisterCall)) {
        failure = make(new RegisterCall(), actor);
      }
      if (failure != null) {
        return failure;
      }
    }
    return make(call, actor);
  }

  private boolean connected(int actor, Channel channel) throws InterruptedException {
    return channel == Channel.CONFIG
        ? !listening.add(actor)
        : await(CompletableFuture.supplyAsync(() -> driver.connected(actor, Channel.NAMING), loop));
  }

  private String make(Call call, int actor) throws InterruptedException {
    boolean config = call.channel() == Channel.CONFIG;
    CompletableFuture<String> end = new CompletableFuture<>();
    loop.execute(
        () -> {
          try {
            long now = System.nanoTime();
            call.begin(actor, config ? actor : fleet.serviceOf(actor), now, now);
            underWay.put(call, end);
            driver.send(call);
          } catch (RuntimeException | Error e) {
            // The event loop would only log the exception, and the waiting thread would wait
            // forever.
            underWay.remove(call);
            end.complete("internal error: " + e);
          }
        });
    String failure = await(end);
    if (config && failure != null) {
      listening.remove(actor);
    }
    return failure;
  }

  private static <T> T await(CompletableFuture<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private final class Ends implements CallListener {

    @Override
    public void completed(Call call) {
      CompletableFuture<String> end = underWay.remove(call);
      if (end != null) {
        boolean unknown = call instanceof BeatCall beat && beat.unknownInstance;
        end.complete(unknown ? "the registry does not know it" : call.failure);
      }
    }

    @Override
    public void disconnected(int actor, Channel channel) {
      if (channel == Channel.CONFIG) {
        listening.remove(actor);
      }
    }
  }

  @Override
  public void close() {
    loop.submit(driver::close).syncUninterruptibly();
    group.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
