package dev.nacoscapacity.simulator.observe.metrics;

import dev.nacoscapacity.simulator.verify.NodeRow;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;

/** What each node says of the fleet: the cells of registry.csv. */
final class RegistryMetrics {

  private static final String NODE = "node";

  private final Gauge expected;
  private final Gauge present;
  private final Gauge healthy;
  private final Gauge missing;
  private final Gauge unhealthy;
  private final Counter lost;
  private final Gauge ghost;
  private final Gauge divergent;
  private final Gauge unknown;

  RegistryMetrics(Metrics metrics) {
    expected = instances(metrics, "expected", "acknowledged and due.");
    present = instances(metrics, "present", "listed, whoever they are.");
    healthy = instances(metrics, "healthy", "listed as healthy.");
    missing = instances(metrics, "missing", "acknowledged and due, absent.");
    unhealthy = instances(metrics, "unhealthy", "present, not healthy.");
    ghost = instances(metrics, "ghost", "deregistered, still there.");
    unknown = instances(metrics, "unknown", "of services whose list went unread for 20 s.");
    lost =
        metrics.counter(
            "registry_beats_lost", "Beats of acknowledged instances answered 20404.", NODE);
    divergent =
        metrics.gauge(
            "registry_services_divergent",
            "Services about which nodes have disagreed for over 10 s.",
            NODE);
  }

  private static Gauge instances(Metrics metrics, String word, String help) {
    return metrics.gauge("registry_instances_" + word, "Instances " + help, NODE);
  }

  /** Takes what a node said last. */
  void set(String node, NodeRow row) {
    expected.labelValues(node).set(row.expected());
    present.labelValues(node).set(row.present());
    healthy.labelValues(node).set(row.healthy());
    missing.labelValues(node).set(row.missing());
    unhealthy.labelValues(node).set(row.unhealthy());
    ghost.labelValues(node).set(row.ghost());
    divergent.labelValues(node).set(row.divergent());
    unknown.labelValues(node).set(row.unknown());
    CounterDataPoint sofar = lost.labelValues(node);
    sofar.inc(Math.max(0, row.lost() - sofar.get()));
  }
}
