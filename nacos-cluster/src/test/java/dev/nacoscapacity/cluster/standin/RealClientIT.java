package dev.nacoscapacity.cluster.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.alibaba.nacos.api.NacosFactory;
import com.alibaba.nacos.api.config.ConfigService;
import com.alibaba.nacos.api.config.listener.AbstractListener;
import com.alibaba.nacos.api.exception.NacosException;
import com.alibaba.nacos.api.naming.NamingService;
import com.alibaba.nacos.api.naming.listener.NamingEvent;
import com.alibaba.nacos.api.naming.pojo.Instance;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.standin.http.RecordedRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The real nacos-client 1.4.2 must be unable to tell the stand-in from a server. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class RealClientIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int TIMEOUT_MILLIS = 30_000;

  private static final ConcurrentLinkedQueue<RecordedRequest> REQUESTS =
      new ConcurrentLinkedQueue<>();
  private static StandInCluster cluster;

  private final List<NamingService> namings = new ArrayList<>();
  private final List<ConfigService> configs = new ArrayList<>();

  /**
   * The client writes below the home directory otherwise. Its threads may write on when the tests
   * are over, so nothing is deleted then.
   */
  @BeforeAll
  static void keepFilesInTarget(@TempDir(cleanup = CleanupMode.NEVER) Path files) {
    System.setProperty("JM.LOG.PATH", files.toString());
    System.setProperty("JM.SNAPSHOT.PATH", files.toString());
    System.setProperty("com.alibaba.nacos.naming.cache.dir", files.toString());
  }

  @BeforeAll
  static void start() {
    cluster =
        new StandInCluster(
            ClusterSpec.of(ServerVersion.EMBEDDED, 5).withAuth(true).withAuthCache(true),
            StandInSettings.defaults()
                .withFreePorts()
                .withCopyDelay(Duration.ofMillis(200))
                .withRecorder(REQUESTS::add));
    cluster.start();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @AfterEach
  void shutDown() throws NacosException {
    for (NamingService naming : namings) {
      naming.shutDown();
    }
    for (ConfigService config : configs) {
      config.shutDown();
    }
  }

  private static Properties properties(String password) {
    Properties properties = new Properties();
    properties.put(
        "serverAddr",
        cluster.nodes().stream()
            .map(node -> "127.0.0.1:" + node.http().getPort())
            .collect(Collectors.joining(",")));
    properties.put("namespace", "capacity");
    properties.put("username", "nacos");
    properties.put("password", password);
    return properties;
  }

  private NamingService naming() throws NacosException {
    NamingService naming = NacosFactory.createNamingService(properties("nacos"));
    namings.add(naming);
    return naming;
  }

  private static Instance instance(int port) {
    Instance instance = new Instance();
    instance.setIp("198.18.0.1");
    instance.setPort(port);
    return instance;
  }

  @Test
  void shouldSeeAnotherClientsInstanceComeAndGoWhenPolling() throws Exception {
    NamingService provider = naming();
    NamingService consumer = naming();

    provider.registerInstance("polled", instance(1));
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(
            () ->
                assertThat(consumer.selectInstances("polled", List.of(), true, false))
                    .extracting(Instance::getPort)
                    .containsExactly(1));

    provider.deregisterInstance("polled", instance(1));
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(
            () -> assertThat(consumer.selectInstances("polled", List.of(), true, false)).isEmpty());
  }

  @Test
  void shouldReceiveAnotherClientsInstanceWhenSubscribed() throws Exception {
    NamingService provider = naming();
    NamingService consumer = naming();
    provider.registerInstance("pushed", instance(1));
    List<Integer> counts = new CopyOnWriteArrayList<>();
    consumer.subscribe("pushed", event -> counts.add(((NamingEvent) event).getInstances().size()));
    await().atMost(PATIENCE).until(() -> counts.contains(1));

    boolean pushed = false;
    for (int port = 2; port <= 4 && !pushed; port++) {
      int polls = polls("pushed");
      provider.registerInstance("pushed", instance(port));
      int count = port;
      await().atMost(PATIENCE).until(() -> counts.contains(count));
      pushed = polls("pushed") == polls;
    }

    assertThat(pushed).as("told by push, not by a poll, which comes every 10 s").isTrue();
  }

  private static int polls(String service) {
    return (int)
        REQUESTS.stream()
            .filter(request -> request.path().equals(Http.LIST))
            .filter(request -> request.query().toString().contains(service))
            .count();
  }

  @Test
  void shouldTurnToLightBeatsWhenServerAllowsThem() throws Exception {
    NamingService provider = naming();
    Instance instance = instance(1);
    instance.addMetadata("preserved.heart.beat.interval", "500");
    provider.registerInstance("beating", instance);

    await().atMost(PATIENCE).until(() -> beats().size() >= 3);

    assertThat(beats().get(0).form()).extracting(entry -> entry.getKey()).containsExactly("beat");
    assertThat(beats().get(1).form()).isEmpty();
    assertThat(beats().get(2).form()).isEmpty();
  }

  private static List<RecordedRequest> beats() {
    return REQUESTS.stream()
        .filter(request -> request.path().equals(Http.BEAT))
        .filter(request -> request.query().toString().contains("beating"))
        .toList();
  }

  @Test
  void shouldReceiveConfigChangeWhenListening() throws Exception {
    ConfigService publisher = config();
    ConfigService consumer = config();
    AtomicReference<String> received = new AtomicReference<>();
    publish(publisher, "a: 1");
    assertThat(consumer.getConfig("app.yaml", "DEFAULT_GROUP", TIMEOUT_MILLIS)).isEqualTo("a: 1");
    consumer.addListener(
        "app.yaml",
        "DEFAULT_GROUP",
        new AbstractListener() {
          @Override
          public void receiveConfigInfo(String content) {
            received.set(content);
          }
        });
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                REQUESTS.stream()
                    .filter(request -> request.path().equals(Http.LISTENER))
                    .anyMatch(
                        request ->
                            request.headers().stream()
                                .noneMatch(h -> h.getKey().endsWith("No-Hangup"))));

    publish(publisher, "a: 2");

    await().atMost(PATIENCE).until(() -> "a: 2".equals(received.get()));
    await().atMost(PATIENCE).until(() -> publisher.removeConfig("app.yaml", "DEFAULT_GROUP"));
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> consumer.getConfig("app.yaml", "DEFAULT_GROUP", TIMEOUT_MILLIS) == null);
  }

  /** Again and again: the client gives up after 3 s, here and when it removes. */
  private static void publish(ConfigService publisher, String content) {
    await()
        .atMost(PATIENCE)
        .until(() -> publisher.publishConfig("app.yaml", "DEFAULT_GROUP", content));
  }

  private ConfigService config() throws NacosException {
    ConfigService config = NacosFactory.createConfigService(properties("nacos"));
    configs.add(config);
    return config;
  }

  @Test
  void shouldBeRefusedWhenPasswordIsWrong() throws Exception {
    NamingService intruder = NacosFactory.createNamingService(properties("wrong"));
    namings.add(intruder);

    assertThatThrownBy(() -> intruder.registerInstance("refused", instance(1)))
        .isInstanceOf(NacosException.class)
        .hasMessageContaining("403");
  }
}
