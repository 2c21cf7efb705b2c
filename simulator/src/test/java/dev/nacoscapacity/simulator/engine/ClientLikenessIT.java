package dev.nacoscapacity.simulator.engine;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.alibaba.nacos.api.NacosFactory;
import com.alibaba.nacos.api.config.ConfigService;
import com.alibaba.nacos.api.config.listener.AbstractListener;
import com.alibaba.nacos.api.naming.NamingService;
import com.alibaba.nacos.api.naming.pojo.Instance;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.standin.StandInCluster;
import dev.nacoscapacity.cluster.standin.StandInSettings;
import dev.nacoscapacity.cluster.standin.http.RecordedRequest;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.client.HttpSettings;
import dev.nacoscapacity.simulator.client.http.HttpWire;
import dev.nacoscapacity.simulator.client.http.PushReceiver;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A real nacos-client 1.4.2 and a fleet of one, each on a stand-in cluster of its own, with the
 * same instance of the same service: what the stand-in sees of them comes in the same rhythm. That
 * requests are the same, too, HttpPartsTest shows.
 */
@Execution(ExecutionMode.CONCURRENT)
class ClientLikenessIT {

  private static final String NAMESPACE = "capacity";
  private static final Fleet FLEET = Workloads.fleet("likeness", 1, 1);

  /**
   * Milliseconds from a beat to the next, and from a list to the next, on a machine that stalls.
   */
  private static final Predicate<Long> BEAT_RHYTHM = millis -> millis >= 4_500 && millis <= 6_500;

  private static final Predicate<Long> LIST_RHYTHM = millis -> millis >= 9_500 && millis <= 11_500;

  private static final int BEATS_IN_RHYTHM = 2;
  private static final Duration LONGEST_LIFE = Duration.ofSeconds(240);

  private static final Seen CLIENT = new Seen();
  private static final Seen OURS = new Seen();

  /** A stand-in cluster and what it was asked. */
  private static final class Seen {

    private record Request(long at, RecordedRequest request) {}

    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final StandInCluster cluster =
        new StandInCluster(
            ClusterSpec.of(ServerVersion.EMBEDDED, 2).withAuth(true),
            StandInSettings.defaults()
                .withFreePorts()
                .withCopyDelay(Duration.ofMillis(100))
                .withRecorder(request -> requests.add(new Request(System.nanoTime(), request))));

    /** As its life ended: what comes late before the deregistration spoils nothing. */
    private boolean beatInRhythm;

    private List<Request> of(String method, String path) {
      return requests.stream()
          .filter(entry -> entry.request.method().equals(method))
          .filter(entry -> entry.request.path().equals(path))
          .toList();
    }

    /** From each request of a kind to the next, in milliseconds. */
    private List<Long> intervals(String method, String path) {
      List<Long> times = of(method, path).stream().map(Request::at).toList();
      List<Long> intervals = new ArrayList<>();
      for (int i = 1; i < times.size(); i++) {
        intervals.add((times.get(i) - times.get(i - 1)) / 1_000_000);
      }
      return intervals;
    }
  }

  /** The client's threads may write on when the tests are over, so nothing is deleted then. */
  @BeforeAll
  static void liveForAWhile(@TempDir(cleanup = CleanupMode.NEVER) Path files) throws Exception {
    System.setProperty("JM.LOG.PATH", files.toString());
    System.setProperty("JM.SNAPSHOT.PATH", files.toString());
    System.setProperty("com.alibaba.nacos.naming.cache.dir", files.toString());
    System.setProperty("com.alibaba.nacos.client.naming.local.ip", "127.0.0.1");
    CLIENT.cluster.start();
    OURS.cluster.start();
    FutureTask<Void> client = new FutureTask<>(ClientLikenessIT::letTheClientLive, null);
    new Thread(client).start();
    letTheFleetLive();
    client.get();
  }

  @AfterAll
  static void stop() {
    CLIENT.cluster.close();
    OURS.cluster.close();
  }

  /** A machine that stalls spoils some intervals: it takes longer until enough are right. */
  private static boolean hasLivedLongEnough(Seen traffic) {
    return traffic.of("PUT", Http.BEAT).size() >= 4
        && beatsInRhythm(traffic)
        && traffic.intervals("GET", Http.LIST).stream().anyMatch(LIST_RHYTHM)
        && traffic.of("POST", Http.LISTENER).size() >= 1;
  }

  private static boolean beatsInRhythm(Seen traffic) {
    List<Long> intervals = traffic.intervals("PUT", Http.BEAT);
    long right = intervals.stream().filter(BEAT_RHYTHM).count();
    return right >= BEATS_IN_RHYTHM && 2 * right > intervals.size();
  }

  /** A life without the rhythm ends, too, and the tests say what it lacked. */
  private static void live(Seen traffic) throws InterruptedException {
    long end = System.nanoTime() + LONGEST_LIFE.toNanos();
    boolean enough = hasLivedLongEnough(traffic);
    while (!enough && System.nanoTime() - end < 0) {
      TimeUnit.MILLISECONDS.sleep(20);
      enough = hasLivedLongEnough(traffic);
    }
    traffic.beatInRhythm = enough || beatsInRhythm(traffic);
  }

  private static void letTheClientLive() {
    try {
      Properties properties = new Properties();
      String addresses =
          CLIENT.cluster.nodes().stream()
              .map(node -> "127.0.0.1:" + node.http().getPort())
              .collect(Collectors.joining(","));
      properties.put("serverAddr", addresses);
      properties.put("namespace", NAMESPACE);
      properties.put("username", "nacos");
      properties.put("password", "nacos");
      NamingService naming = NacosFactory.createNamingService(properties);
      ConfigService config = NacosFactory.createConfigService(properties);
      String service = FLEET.serviceName(0);
      Instance instance = new Instance();
      instance.setIp(FLEET.ip(0));
      instance.setPort(FLEET.port(0));
      naming.registerInstance(service, instance);
      naming.subscribe(service, event -> {});
      config.addListener(
          service,
          Http.DEFAULT_GROUP,
          new AbstractListener() {
            @Override
            public void receiveConfigInfo(String content) {
              // Never: the configuration does not exist.
            }
          });
      live(CLIENT);
      naming.deregisterInstance(service, instance);
      naming.shutDown();
      config.shutDown();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void letTheFleetLive() throws Exception {
    try (PushReceiver pushes = PushReceiver.open(InetAddress.getLoopbackAddress())) {
      HttpSettings http =
          new HttpSettings(
              Workloads.ofDriver(
                  NAMESPACE,
                  Duration.ofSeconds(5),
                  new HttpClients(OptionalInt.empty(), 1, HttpClients.DEFAULT_CALL_TIMEOUT)),
              new Credentials("nacos", "nacos"),
              pushes.address(),
              1);
      LoopSettings settings =
          new LoopBuilder().beat(5_000).list(10_000).listen(30_000).nodes(2).build();
      List<InetSocketAddress> servers = OURS.cluster.nodes().stream().map(Node::http).toList();
      TokenKeeper keeper = new TokenKeeper();
      try (Engine engine =
          new Engine(
              List.of("node1", "node2"),
              FLEET,
              settings,
              new NettyDrivers(
                  1,
                  (eventLoop, loop, listener) ->
                      HttpWire.driver(
                          eventLoop, FLEET, http, servers, client -> keeper.token, 1, listener)),
              keeper,
              System::nanoTime)) {
        ramp(engine, Operation.LOGIN);
        ramp(engine, Operation.REGISTER);
        engine.startLoad();
        live(OURS);
        engine.stopLoad();
        ramp(engine, Operation.DEREGISTER);
      }
    }
  }

  private static void ramp(Engine engine, Operation operation) {
    engine.ramp(operation, Duration.ZERO);
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> engine.rampState().finished());
    engine.endRamp();
  }

  private static final class TokenKeeper extends NotedObserver {

    private volatile String token;

    @Override
    public void loggedIn(LoginCall call) {
      token =
          new String(call.body, ISO_8859_1).replaceAll(".*\"accessToken\":\"([^\"]*)\".*", "$1");
    }
  }

  @Test
  void shouldBeatInFullFirstAndThenLightly() {
    for (Seen traffic : List.of(OURS, CLIENT)) {
      assertThat(traffic.of("PUT", Http.BEAT).get(0).request.form()).isNotEmpty();
      assertThat(traffic.of("PUT", Http.BEAT).get(1).request.form()).isEmpty();
    }
  }

  /** On a fast server; a client counts its 5 s from the answer, the fleet from the due time. */
  @Test
  void shouldBeatInTheSameRhythm() {
    for (Seen traffic : List.of(OURS, CLIENT)) {
      assertThat(traffic.beatInRhythm)
          .as(() -> "ms between beats: " + traffic.intervals("PUT", Http.BEAT))
          .isTrue();
    }
  }

  /**
   * The client lists at once, 1 s later, and soon again as long as it sees no host; else when an
   * answer has grown as old as its {@code cacheMillis}: 10 s for who takes pushes.
   */
  @Test
  void shouldListInTheSameRhythm() {
    for (Seen traffic : List.of(OURS, CLIENT)) {
      assertThat(traffic.intervals("GET", Http.LIST)).anyMatch(LIST_RHYTHM);
    }
  }
}
