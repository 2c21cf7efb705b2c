package dev.nacoscapacity.simulator.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.engine.Seconds;
import dev.nacoscapacity.simulator.metrics.OtlpReceiver.Push;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricsPushTest {

  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
  private static final String HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";
  private static final String INTERVAL = "OTEL_METRIC_EXPORT_INTERVAL";
  private static final String SELDOM = "3600000";
  private static final Logger LOG = Logger.getLogger("io.opentelemetry");
  private static final String BEATS = "nacos_capacity_calls_ok_total";

  private final SessionMetrics metrics = new SessionMetrics();
  private final List<String> failures = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    metrics.close();
  }

  private void run(int beats) {
    metrics.begin("01-200", 1, Map.of()).orElseThrow().second(beats(beats));
  }

  private static RunSecond beats(int number) {
    return new RunSecond(
        1,
        "measure",
        10,
        100,
        100,
        12,
        new Seconds("node1").calls(number, Operation.BEAT, 3, null).stats());
  }

  @Test
  void shouldPushProtobufWithTheHeadersWhenAnEndpointIsNamed() throws IOException {
    try (OtlpReceiver receiver = new OtlpReceiver()) {
      assertThat(
              metrics.push(
                  Map.of(
                      ENDPOINT,
                      receiver.url(),
                      HEADERS,
                      "authorization=Bearer%20s3cret",
                      INTERVAL,
                      "200"),
                  failures::add))
          .contains(receiver.url());
      run(5);

      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> receiver.pushes().stream().anyMatch(push -> push.values().size() > 20));

      Push push = receiver.last();
      assertThat(push.path()).isEqualTo("/v1/metrics");
      assertThat(push.headers().get("Content-type")).containsExactly("application/x-protobuf");
      assertThat(push.headers().get("Authorization")).containsExactly("Bearer s3cret");
      assertThat(push.values())
          .containsEntry(BEATS, 5.0)
          .containsEntry("nacos_capacity_fleet_instances", 100.0)
          .containsEntry("nacos_capacity_call_latency_seconds", 5.0)
          .containsKeys("jvm_gc_collection_seconds", "process_cpu_seconds_total");
      assertThat(failures).isEmpty();
    }
  }

  @Test
  void shouldPushTheLastFiguresWhenARunIsOverAndWhenTheSessionEnds() throws IOException {
    try (OtlpReceiver receiver = new OtlpReceiver()) {
      metrics.push(Map.of(ENDPOINT, receiver.url(), INTERVAL, SELDOM), failures::add);
      run(5);
      metrics.over("01-200", 200, "PASS");

      assertThat(receiver.last().values())
          .containsEntry(BEATS, 5.0)
          .containsEntry("nacos_capacity_run_instances", 200.0);

      run(7);
      metrics.close();

      assertThat(receiver.pushes()).hasSize(2);
      assertThat(receiver.last().values()).containsEntry(BEATS, 7.0);
    }
  }

  @Test
  void shouldSayOnceThatNobodyListens() throws IOException {
    metrics.push(
        Map.of(ENDPOINT, "http://127.0.0.1:" + freePort(), HEADERS, "key=s3cret", INTERVAL, SELDOM),
        failures::add);
    run(5);
    for (int turn = 0; turn < 3; turn++) {
      metrics.over("01-200", 200, "PASS");
    }
    metrics.close();

    assertThat(failures).hasSize(1);
    assertThat(failures.get(0)).startsWith("Failed to export ").doesNotContain("s3cret");
    assertThat(LOG.getUseParentHandlers()).isTrue();
  }

  @Test
  @Tag("full")
  void shouldNotWaitLongForAnEndpointThatDoesNotAnswer() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      metrics.push(
          Map.of(ENDPOINT, "http://127.0.0.1:" + silent.getLocalPort(), INTERVAL, SELDOM),
          failures::add);
      run(5);

      assertTimeout(Duration.ofSeconds(4), metrics::close);
    }
    await().atMost(Duration.ofSeconds(30)).until(LOG::getUseParentHandlers);
  }

  @Test
  void shouldNotShowAHeaderWhenItCannotBeRead() {
    assertThat(
            metrics.push(
                Map.of(ENDPOINT, "http://127.0.0.1:4318", HEADERS, "s3cret"), failures::add))
        .isEmpty();

    assertThat(failures).hasSize(1);
    assertThat(failures.get(0)).contains("otel.exporter.otlp.headers").doesNotContain("s3cret");
    assertThat(metrics.begin("run", 1, Map.of())).isEmpty();
    assertThat(LOG.getUseParentHandlers()).isTrue();
    assertThat(LOG.getHandlers()).isEmpty();
  }

  @Test
  void shouldPushNothingWhenNoEndpointIsNamed() {
    assertThat(metrics.push(Map.of(HEADERS, "key=s3cret", ENDPOINT, ""), failures::add)).isEmpty();
    assertThat(failures).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "http://me:s3cret@collector:4318/otlp?key=s3cret, http://collector:4318/otlp",
    "http://me:s3@cret@collector:4318/otlp#s3cret, http://collector:4318/otlp",
    "https://collector, https://collector"
  })
  void shouldNameTheEndpointWithoutCredentials(String endpoint, String printed) {
    assertThat(MetricsPush.endpoint(Map.of("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", endpoint)))
        .contains(printed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ENDPOINT         | https://me:s3cret@h | no https://me:s3cret@h  | no https://…@h",
        "METRICS_ENDPOINT | https://h?k=S       | Stop: https://h?k=S.     | Stop: https://h?….",
        "ENDPOINT         | https://h?k=s3cret  | s3cret is wrong          | … is wrong",
        "HEADERS          | ,id=1,key=s3cret    | s3cret, 401 of 127.0.0.1 | …, 401 of 127.0.0.1",
        "METRICS_HEADERS  | ''                  | no route to h            | no route to h"
      })
  void shouldMaskWhatTheVariablesKeepSecret(
      String variable, String value, String message, String printed) {
    assertThat(MetricsPush.printable(message, Map.of("OTEL_EXPORTER_OTLP_" + variable, value)))
        .isEqualTo(printed);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
