package dev.nacoscapacity.simulator.study.profile;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.core.cli.Conventions;
import dev.nacoscapacity.core.time.VirtualTime;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.options.WorkloadOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileStudyTest {

  @TempDir Path folder;

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private final List<String> requests = new ArrayList<>();
  private final List<String> progress = new ArrayList<>();
  private HttpServer server;

  /** How many instances each service has, by number. */
  private int[] sizes = {};

  /** What services of 40 instances have in their metadata. */
  private String beat = "10000";

  private boolean v3;
  private boolean tellsSubscribers = true;
  private boolean tellsPublishers;
  private int mostSubscribers = 9;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private Optional<String> profile(double rate, int sample) {
    AdminClient node = AdminClient.of(server.getAddress(), Duration.ofSeconds(30));
    return new ProfileStudy(rate, sample)
        .profile(node, List.of("public"), time, line -> progress.add(line.text()));
  }

  private Workload run(String profile) throws IOException {
    Path file = Files.writeString(folder.resolve("read.yaml"), profile);
    WorkloadOptions options = new WorkloadOptions();
    Conventions.parser(options).parseArgs("--profile=" + file);
    return options.workload(
        options.instances(), Duration.ZERO, false, InstantSource.fixed(Instant.EPOCH));
  }

  @Test
  void shouldWriteAProfileThatAsksForTheSame() throws IOException {
    sizes = new int[] {1, 1, 1, 3, 2, 40};

    String profile = profile(100, 100).orElseThrow();

    // Service i has i + 1 of 6 subscribers, of which the first and the fourth speak HTTP.
    assertThat(profile)
        .isEqualTo(
            """
            # Read by bin/simulator profile: 48 instances of 6 services (namespaces: 1);
            # metadata, beats and subscribers of 6 of these services.
            protocol: http=0.33,grpc=0.67
            client-model: java-2x
            services:
              - name: of-1
                sizes: {1: 3}
                subscribes: 0.438
                popularity: 2
                metadata-bytes: 58
              - name: of-2-to-3
                sizes: {3: 1, 2: 1}
                subscribes: 0.438
                popularity: 4.5
                metadata-bytes: 58
              - name: of-40
                sizes: {40: 1}
                subscribes: 0.438
                popularity: 6
                metadata-bytes: 98
                beat: 10s
            """);
    Workload settings = run(profile);
    assertThat(settings.population().instances()).isEqualTo(48);
    assertThat(settings.population().services()).isEqualTo(6);
    assertThat(settings.protocol().label()).isEqualTo("http=0.33,grpc=0.67");
  }

  @ParameterizedTest
  @CsvSource({
    "3,           5,   40",
    "0,           5,   40",
    "-1,          5,   40",
    "99,          5,   40",
    "99999999999, 5,   40",
    "100,         0.1, 0",
    "3333,        3.3, 0",
    "four,        5,   0"
  })
  void shouldWriteABeatThatAFleetCanHaveWhateverStandsInTheMetadata(
      String metadata, double seconds, int absurd) throws IOException {
    sizes = new int[] {40, 3};
    beat = metadata;

    String profile = profile(100, 100).orElseThrow();

    Workload settings = run(profile);
    assertThat(settings.timing().beat()).hasSeconds(5);
    assertThat(settings.population().traffic().classes().get(1).beatSeconds())
        .isEqualTo(seconds == 5 ? null : Double.valueOf(seconds));
    assertThat(profile.contains("# The beat periods of " + absurd + " instances"))
        .isEqualTo(absurd > 0);
  }

  @Test
  void shouldWriteNoMoreSubscriptionsThanAFleetMayHave() throws IOException {
    sizes = IntStream.range(0, 2000).map(i -> i == 1999 ? 1 : 0).toArray();
    mostSubscribers = 2000;

    assertThat(run(profile(100, 100).orElseThrow()).population().traffic().classes())
        .singleElement()
        .satisfies(of -> assertThat(of.subscribes()).isEqualTo(1000));
  }

  @Test
  void shouldKeepTheSubscriptionsOfInstancesThatHaveFew() throws IOException {
    // The fourth service has 4 subscribers.
    sizes = new int[] {0, 0, 0, 100};

    String profile = profile(100, 100).orElseThrow();

    assertThat(profile).contains("subscribes: 0.04\n", "popularity: 4\n");
    assertThat(run(profile).population().traffic().classes().get(0).subscribes()).isEqualTo(0.04);
  }

  @Test
  void shouldReadAHundredThousandInstancesSlowlyAndNameNone() throws IOException {
    sizes = IntStream.range(0, 5_000).map(i -> i % 100 == 0 ? 1_010 : 10).toArray();
    long before = time.nanos();
    String profile = profile(10, 100).orElseThrow();

    assertThat(progress.get(0)).startsWith("5,000 services with 100,000 instances; looking at 100");
    assertThat(requests)
        .as("10 pages, a list and a page of subscribers each, and who registered is nowhere told")
        .hasSize(10 + 2 * 100 + 2);
    assertThat(Duration.ofNanos(time.nanos() - before)).isGreaterThan(Duration.ofMillis(20_800));
    assertThat(requests).allMatch(each -> each.startsWith("GET "));
    assertThat(profile).doesNotContain("shop", "service-", "10.0.", "Nacos-Java-Client");
    assertThat(run(profile).population().instances()).isEqualTo(100_000);
  }

  @Test
  void shouldReadARegistryThatHasV3Alone() throws IOException {
    sizes = new int[] {4, 4};
    v3 = true;

    Workload settings = run(profile(100, 100).orElseThrow());

    assertThat(settings.population().traffic().classes().get(0).sizes()).isEqualTo(Map.of(4, 2));
    assertThat(settings.population().traffic().classes().get(0).popularity()).isEqualTo(1.5);
  }

  @Test
  void shouldGoByWhoRegisteredTheInstancesWhereTheRegistryTells() throws IOException {
    sizes = new int[] {4, 6};
    tellsPublishers = true;

    assertThat(run(profile(100, 100).orElseThrow()).protocol().label())
        .isEqualTo("http=0.3,grpc=0.7");

    v3 = true;
    assertThat(run(profile(100, 100).orElseThrow()).protocol().label())
        .isEqualTo("http=0.3,grpc=0.7");
  }

  @Test
  void shouldWeighWhoRegisteredTheInstancesByHowManyServicesHaveTheirSize() throws IOException {
    // Of 100 services of one instance, which came over HTTP, as many are read as of one of 10.
    sizes = IntStream.range(0, 101).map(i -> i == 0 ? 10 : 1).toArray();
    tellsPublishers = true;

    assertThat(profile(100, 2).orElseThrow()).contains("protocol: http=0.93,grpc=0.07");
  }

  @Test
  void shouldNotRoundTheShareOfARareProtocolToNothing() throws IOException {
    // One instance of 301 came over gRPC.
    sizes = IntStream.range(0, 300).map(i -> i == 0 ? 2 : 1).toArray();
    tellsPublishers = true;

    String profile = profile(100, 1_000).orElseThrow();

    assertThat(profile).contains("protocol: http=0.997,grpc=0.003");
    assertThat(run(profile).protocol().label()).isEqualTo("http=0.997,grpc=0.003");
  }

  @Test
  void shouldLeaveSubscriptionsOutWhereTheRegistryDoesNotTell() throws IOException {
    sizes = new int[] {5};
    tellsSubscribers = false;

    String profile = profile(100, 100).orElseThrow();

    assertThat(profile)
        .contains("# Who subscribes, and over which protocol, it does not say")
        .doesNotContain("subscribes:", "popularity:");
    assertThat(run(profile).protocol().label()).isEqualTo("http");
  }

  @Test
  void shouldHaveNothingToWriteOfAnEmptyRegistry() {
    sizes = new int[] {0};

    assertThat(profile(100, 100)).isEmpty();
  }

  @Test
  void shouldPauseForAsLongAsACallTook() {
    DutyCycleThrottle pace = new DutyCycleThrottle(time, 10);
    pace.begin();
    sleep(Duration.ofSeconds(2));
    pace.end();
    long ended = time.nanos();
    pace.begin();

    assertThat(time.nanos() - ended).isEqualTo(Duration.ofSeconds(2).toNanos());
  }

  private void sleep(Duration so) {
    try {
      time.sleep(so);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    Map<String, String> query =
        Arrays.stream(exchange.getRequestURI().getQuery().split("&"))
            .map(each -> each.split("=", 2))
            .collect(Collectors.toMap(each -> each[0], each -> each[1]));
    requests.add(exchange.getRequestMethod() + " " + path);
    String answer = path.startsWith("/nacos/v3/") == v3 ? answer(path, query) : null;
    if (v3 && answer != null) {
      answer = "{\"code\":0,\"data\":" + answer + "}";
    }
    byte[] body = (answer == null ? "" : answer).getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer == null ? 410 : 200, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** Null for what is not there. */
  private String answer(String path, Map<String, String> query) {
    if (path.endsWith("/catalog/services") || path.endsWith("/service/list")) {
      int from = (Integer.parseInt(query.get("pageNo")) - 1) * 500;
      String page =
          IntStream.range(from, Math.min(sizes.length, from + 500))
              .mapToObj(
                  i ->
                      "{\"name\":\"service-%d\",\"groupName\":\"shop\",\"ipCount\":%d}"
                          .formatted(i, sizes[i]))
              .collect(Collectors.joining(","));
      return v3
          ? "{\"totalCount\":%d,\"pageItems\":[%s]}".formatted(sizes.length, page)
          : "{\"count\":%d,\"serviceList\":[%s]}".formatted(sizes.length, page);
    }
    String name = query.get("serviceName").replace("shop@@", "");
    int service = Integer.parseInt(name.substring("service-".length()));
    if (path.endsWith("/instance/list")) {
      String metadata =
          (sizes[service] == 40 ? "{\"preserved.heart.beat.interval\":\"" + beat + "\"," : "{")
              + "\"version\":\"1\",\"preserved.register.source\":\"SPRING_CLOUD\"}";
      String hosts =
          IntStream.range(0, sizes[service])
              .mapToObj(
                  i ->
                      "{\"ip\":\"10.0.%d.1\",\"port\":8080,\"metadata\":%s}".formatted(i, metadata))
              .collect(Collectors.joining(",", "[", "]"));
      return v3 ? hosts : "{\"hosts\":" + hosts + "}";
    }
    if (path.endsWith("/publisher/list")) {
      // Each fifth came over HTTP.
      String clients =
          IntStream.range(0, sizes[service])
              .mapToObj(i -> i % 5 == 0 ? "10.0.%d.1:8080#true" : "1664527125645_10.0.%d.1_4443")
              .map(id -> "{\"clientId\":\"" + id.formatted(1) + "\"}")
              .collect(Collectors.joining(",", "[", "]"));
      return tellsPublishers ? (v3 ? clients : "{\"code\":0,\"data\":" + clients + "}") : null;
    }
    if (!tellsSubscribers) {
      return null;
    }
    String subscribers =
        IntStream.rangeClosed(0, service)
            .limit(mostSubscribers)
            .mapToObj(
                i ->
                    "{\"groupName\":\"shop\",\"serviceName\":\"%s%s\",\"ip\":\"10.0.%d.2\",\"port\":0,\"agent\":\"Nacos-Java-Client:v%s\"}"
                        .formatted(v3 ? "" : "shop@@", name, i, i % 3 == 0 ? "1.4.2" : "2.5.1"))
            .collect(Collectors.joining(",", "[", "]"));
    int count = Math.min(mostSubscribers, service + 1);
    return v3
        ? "{\"totalCount\":%d,\"pageItems\":%s}".formatted(count, subscribers)
        : "{\"count\":%d,\"subscribers\":%s}".formatted(count, subscribers);
  }
}
