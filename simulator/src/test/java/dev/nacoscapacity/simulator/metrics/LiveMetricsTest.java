package dev.nacoscapacity.simulator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.record.ServerRowBuilder;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.simulator.engine.Seconds;
import dev.nacoscapacity.simulator.run.RunSecond;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveMetricsTest {

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final LiveMetrics metrics = new LiveMetrics(registry, "01-200", 1, Map.of("build", "42"));

  @Test
  void shouldAddUpCallsByOperationAndReason() {
    for (int second = 0; second < 2; second++) {
      metrics.second(
          second(
              new Seconds("node1", "node2")
                  .calls(5, Operation.BEAT, 3, null)
                  .calls(2, Operation.BEAT, 3, "http 403")
                  .skipped(1, Operation.BEAT, 2_000)));
    }

    assertThat(Scraped.lines(registry))
        .contains(
            "nacos_capacity_calls_required_total{operation=\"beat\",protocol=\"\"} 16.0",
            "nacos_capacity_calls_started_total{operation=\"beat\",protocol=\"\"} 14.0",
            "nacos_capacity_calls_ok_total{operation=\"beat\",protocol=\"\"} 10.0",
            "nacos_capacity_calls_failed_total{operation=\"beat\",protocol=\"\",reason=\"http"
                + " 403\"} 4.0",
            "nacos_capacity_calls_skipped_total{operation=\"beat\",protocol=\"\"} 2.0",
            "nacos_capacity_call_latency_seconds_bucket{operation=\"beat\",protocol=\"\",le=\"0.005\"}"
                + " 14",
            "nacos_capacity_call_latency_seconds_count{operation=\"beat\",protocol=\"\"} 16",
            "nacos_capacity_call_service_seconds_count{operation=\"beat\",protocol=\"\"} 14",
            "nacos_capacity_generator_scheduler_lag_seconds_count 14");
  }

  @Test
  void shouldLabelTheProtocolWhenTheFleetSpeaksBoth() {
    Seconds calls =
        new Seconds("node1")
            .calls(1, Operation.SWEEP, 3, null)
            .over(Transport.HTTP)
            .calls(5, Operation.BEAT, 3, "http 403")
            .over(Transport.GRPC)
            .calls(2, Operation.BEAT, 30, null);

    metrics.second(second(calls));

    assertThat(Scraped.lines(registry))
        .contains(
            "nacos_capacity_calls_ok_total{operation=\"sweep\",protocol=\"\"} 1.0",
            "nacos_capacity_calls_required_total{operation=\"beat\",protocol=\"http\"} 5.0",
            "nacos_capacity_calls_ok_total{operation=\"beat\",protocol=\"grpc\"} 2.0",
            "nacos_capacity_calls_failed_total{operation=\"beat\",protocol=\"http\",reason=\"http"
                + " 403\"} 5.0",
            "nacos_capacity_call_latency_seconds_count{operation=\"beat\",protocol=\"grpc\"} 2");
  }

  @Test
  void shouldReportWhatEachNodeLists() {
    RunStats first = new RunStats(List.of("node1", "node2"));
    first.node(0).set(RegistryCount.MISSING, 2L);
    first.node(0).set(RegistryCount.UNKNOWN_INSTANCE_BEATS, 4L);
    first.node(1).set(RegistryCount.STALE, 3L);
    first.node(1).set(RegistryCount.UNKNOWN, 100L);
    metrics.second(second(first));
    RunStats next = new RunStats(List.of("node1", "node2"));
    next.node(0).set(RegistryCount.EXPECTED, 100L);
    next.node(0).set(RegistryCount.MISSING, 0L);
    next.node(0).set(RegistryCount.UNKNOWN_INSTANCE_BEATS, 2L);
    metrics.second(second(next));

    assertThat(Scraped.lines(registry))
        .contains(
            "nacos_capacity_registry_expected{node=\"node1\"} 100.0",
            "nacos_capacity_registry_missing{node=\"node1\"} 0.0",
            "nacos_capacity_registry_unknown_instance_beats_total{node=\"node1\"} 6.0",
            "nacos_capacity_registry_stale{node=\"node2\"} NaN",
            "nacos_capacity_registry_unknown{node=\"node2\"} NaN");
  }

  @Test
  void shouldNameOnlyTheCurrentPhase() {
    metrics.phase("ramp", Duration.ZERO);
    metrics.phase("measure", Duration.ofSeconds(60));

    assertThat(Scraped.lines(registry))
        .contains(
            "nacos_capacity_phase{phase=\"measure\"} 1.0",
            "nacos_capacity_phase_remaining_seconds 60.0")
        .noneMatch(line -> line.contains("\"ramp\""));
  }

  @Test
  void shouldShowAFaultUntilItIsHealed() {
    metrics.event(Event.FAULT, Map.of("fault", "kill-node", "node", "node1", "state", "begun"));
    metrics.event(Event.FAULT, Map.of("fault", "kill-node", "node", "node2", "state", "begun"));
    assertThat(Scraped.lines(registry))
        .contains(
            "nacos_capacity_fault_active{fault=\"kill-node\",node=\"node1\"} 1.0",
            "nacos_capacity_fault_active{fault=\"kill-node\",node=\"node2\"} 1.0");

    metrics.event(Event.FAULT, Map.of("fault", "kill-node", "node", "node2", "state", "healed"));
    assertThat(Scraped.lines(registry))
        .contains(
            "nacos_capacity_fault_active{fault=\"kill-node\",node=\"node1\"} 1.0",
            "nacos_capacity_fault_active{fault=\"kill-node\",node=\"node2\"} 0.0");
  }

  private static ServerRow row(double user, Double system, Long heap) {
    return ServerRowBuilder.builder()
        .node("node1")
        .cpu(new ServerRow.Cpu(user, system, 40))
        .jvm(new ServerRow.Jvm(heap, 800L, null, null))
        .connections(7)
        .build();
  }

  @Test
  void shouldReportANodesUsageAcrossARestart() {
    metrics.server(row(100, 50.0, 300L));
    metrics.server(row(103, 51.0, null));
    metrics.server(row(1, 0.5, 200L));
    metrics.server(row(2, 1.0, 250L));

    assertThat(Scraped.lines(registry))
        .contains(
            "nacos_capacity_run_info{build=\"42\",run=\"01-200\"} 1.0",
            "nacos_capacity_server_cpu_seconds_total{node=\"node1\"} 5.5",
            "nacos_capacity_server_heap_used_bytes{node=\"node1\"} 250.0",
            "nacos_capacity_server_heap_max_bytes{node=\"node1\"} 800.0",
            "nacos_capacity_server_threads{node=\"node1\"} 40.0",
            "nacos_capacity_server_connections{node=\"node1\"} 7.0");
  }

  @Test
  void shouldReportTheGeneratorsOwnHealth() {
    metrics.second(second(new Seconds("node1", "node2")));

    assertThat(Scraped.lines(registry))
        .contains(
            "nacos_capacity_generator_connections 12.0", "nacos_capacity_fleet_instances 100.0")
        .anyMatch(line -> line.startsWith("process_cpu_seconds_total "))
        .anyMatch(line -> line.startsWith("jvm_memory_used_bytes{area=\"heap\"}"))
        .anyMatch(line -> line.startsWith("jvm_gc_collection_seconds_count{gc="));
  }

  private static RunSecond second(Seconds second) {
    return second(second.stats());
  }

  private static RunSecond second(RunStats stats) {
    return new RunSecond(1, "measure", 10, 100, 100, 12, stats);
  }
}
