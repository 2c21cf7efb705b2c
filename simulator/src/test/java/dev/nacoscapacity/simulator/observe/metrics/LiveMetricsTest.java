package dev.nacoscapacity.simulator.observe.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.reports.record.Event;
import dev.nacoscapacity.simulator.client.Operation;
import dev.nacoscapacity.simulator.run.Board;
import dev.nacoscapacity.simulator.run.Tallies;
import dev.nacoscapacity.simulator.verify.NodeRow;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveMetricsTest {

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final LiveMetrics metrics = new LiveMetrics(registry, List.of("node1", "node2"));

  @Test
  void shouldAddCallsUpByOperationAndReasonWhenSecondsPass() {
    Tallies second =
        new Tallies()
            .calls(5, Operation.BEAT, 3, null)
            .calls(2, Operation.BEAT, 3, "http 403")
            .missed(1, Operation.BEAT, 2_000);

    metrics.second(board(second));
    metrics.second(board(second));

    assertThat(Scraped.lines(registry))
        .contains(
            "nacos_capacity_calls_required_total{operation=\"beat\"} 16.0",
            "nacos_capacity_calls_started_total{operation=\"beat\"} 14.0",
            "nacos_capacity_calls_succeeded_total{operation=\"beat\"} 10.0",
            "nacos_capacity_calls_failed_total{operation=\"beat\",reason=\"http 403\"} 4.0",
            "nacos_capacity_calls_missed_total{operation=\"beat\"} 2.0",
            "nacos_capacity_call_latency_seconds_bucket{operation=\"beat\",le=\"0.005\"} 14",
            "nacos_capacity_call_latency_seconds_count{operation=\"beat\"} 16",
            "nacos_capacity_call_service_seconds_count{operation=\"beat\"} 14",
            "nacos_capacity_generator_lag_seconds_count 14");
  }

  @Test
  void shouldSayWhatEachNodeSaysWhenItIsRead() {
    metrics.second(
        board(
            new Tallies(),
            new NodeRow(0, 100, 98, 97, 2, 1, 4, 0, 0, 0, 0),
            new NodeRow(1, 100, 0, 0, 0, 0, 0, 3, 7, 100, 0)));
    metrics.second(board(new Tallies(), new NodeRow(0, 100, 100, 100, 0, 0, 6, 0, 0, 0, 0)));

    assertThat(Scraped.lines(registry))
        .contains(
            "nacos_capacity_registry_instances_expected{node=\"node1\"} 100.0",
            "nacos_capacity_registry_instances_missing{node=\"node1\"} 0.0",
            "nacos_capacity_registry_beats_lost_total{node=\"node1\"} 6.0",
            "nacos_capacity_registry_instances_ghost{node=\"node2\"} 3.0",
            "nacos_capacity_registry_services_divergent{node=\"node2\"} 7.0",
            "nacos_capacity_registry_instances_unknown{node=\"node2\"} 100.0");
  }

  @Test
  void shouldNameOnePhaseWhenTheRunGoesOn() {
    metrics.phase("ramp", Duration.ZERO);
    metrics.phase("measure", Duration.ofSeconds(60));

    assertThat(Scraped.lines(registry))
        .contains(
            "nacos_capacity_phase{phase=\"measure\"} 1.0",
            "nacos_capacity_phase_remaining_seconds 60.0")
        .noneMatch(line -> line.contains("ramp"));
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

  @Test
  void shouldTellTheGeneratorsOwnHealth() {
    metrics.second(board(new Tallies()));

    assertThat(Scraped.lines(registry))
        .contains(
            "nacos_capacity_generator_connections 12.0", "nacos_capacity_fleet_instances 100.0")
        .anyMatch(line -> line.startsWith("process_cpu_seconds_total "))
        .anyMatch(line -> line.startsWith("jvm_memory_used_bytes{area=\"heap\"}"))
        .anyMatch(line -> line.startsWith("jvm_gc_collection_seconds_count{gc="));
  }

  private static Board board(Tallies second, NodeRow... rows) {
    return new Board("measure", 10, 100, 100, 12, second.tally(), List.of(rows));
  }
}
