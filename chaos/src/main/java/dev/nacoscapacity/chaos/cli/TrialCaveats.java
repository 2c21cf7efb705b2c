package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.Step;
import dev.nacoscapacity.reports.record.Registry;
import dev.nacoscapacity.reports.stats.RegistryCount;
import java.util.List;
import java.util.Optional;

/** Caveats for the reader of a trial. */
final class TrialCaveats {

  private TrialCaveats() {}

  /** Caveats that follow from the method. */
  static List<String> of(ExperimentSpec spec, int nodes) {
    return spec.method().stream().flatMap(step -> of(step, nodes).stream()).toList();
  }

  private static Optional<String> of(Step step, int nodes) {
    if (step.versions() != null && !step.versions().supported()) {
      return Optional.of(
          "Nacos does not support an upgrade %s, node by node: this is what such a cluster does"
              .formatted(step.versions()));
    }
    int rest = nodes - step.nodes();
    if (step.fault() == FaultKind.PARTITION) {
      return Optional.of(
          "%d of %d nodes on one side, %d on the other: %s can choose a raft leader until the heal"
              .formatted(
                  step.nodes(), nodes, rest, rest == step.nodes() ? "neither" : "only the larger"));
    }
    return 2 * rest > nodes
        ? Optional.empty()
        : Optional.of(
            "%d of %d nodes at once is the loss of the quorum: no raft leader until enough are back"
                .formatted(step.nodes(), nodes));
  }

  /**
   * Explains stale instances after the teardown. The other nodes of Nacos 2.x and 3.x keep copies
   * of a dead node's clients for three minutes, beside the clients that registered again. After
   * these deregister, the old copies still list the instance.
   *
   * @param registry null when the registry was not read
   */
  static Optional<String> leftBehind(Registry registry) {
    if (registry == null || registry.worst().count(RegistryCount.STALE) == 0) {
      return Optional.empty();
    }
    return Optional.of(
        "when the fleet had deregistered, up to %,d of its instances were still listed: since 2.0 a dead"
                .formatted(registry.worst().count(RegistryCount.STALE))
            + " node's clients live on in the others' copies for three minutes");
  }
}
