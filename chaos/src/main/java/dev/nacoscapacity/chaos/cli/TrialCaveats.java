package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.experiment.ExperimentStep;
import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.stats.RegistryCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Caveats for the reader of a trial. */
final class TrialCaveats {

  private TrialCaveats() {}

  /**
   * Caveats that follow from the method.
   *
   * @param hooked whether hooks break the nodes
   */
  static List<String> of(ExperimentSpec spec, int nodes, boolean hooked) {
    List<String> caveats = new ArrayList<>();
    for (ExperimentStep step : spec.method()) {
      step.versions()
          .filter(versions -> !versions.supported())
          .map(
              "Nacos does not support an upgrade %s, node by node: this is what such a cluster does"
                  ::formatted)
          .ifPresent(caveats::add);
      if (step.fault() == FaultKind.PARTITION) {
        caveats.add(partition(step.nodes(), nodes, hooked));
      }
    }
    int down = mostDown(spec);
    if (2 * (nodes - down) <= nodes) {
      caveats.add(
          "%d of %d nodes at once is the loss of the quorum: no raft leader until enough are back"
              .formatted(down, nodes));
    }
    return caveats;
  }

  /**
   * How many nodes are out of service for the other nodes at the same time. Behind a proxy the
   * nodes still reach one another. Each step begins after the previous one was healed, unless all
   * are healed at the end.
   */
  private static int mostDown(ExperimentSpec spec) {
    IntStream down =
        spec.method().stream()
            .filter(step -> !step.fault().byProxy() && step.fault() != FaultKind.PARTITION)
            .mapToInt(ExperimentStep::nodes);
    return spec.healAfter().isEmpty() ? down.sum() : down.max().orElse(0);
  }

  /** A hook cuts off each node alone; links between the nodes of this project split them in two. */
  private static String partition(int cut, int nodes, boolean hooked) {
    int rest = nodes - cut;
    if (hooked && cut > 1) {
      return "%d of %d nodes are cut off, each alone, and %d are on the other side: %s can choose a raft leader until the heal"
          .formatted(cut, nodes, rest, 2 * rest > nodes ? "only the other side" : "no side");
    }
    return "%d of %d nodes on one side, %d on the other: %s can choose a raft leader until the heal"
        .formatted(cut, nodes, rest, rest == cut ? "neither" : "only the larger");
  }

  /**
   * Explains stale instances after the teardown. The other nodes of Nacos 2.x and 3.x keep copies
   * of a dead node's clients for three minutes, beside the clients that registered again. After
   * these deregister, the old copies still list the instance.
   */
  static Optional<String> leftBehind(RegistryResult registry) {
    if (registry.worst().count(RegistryCount.STALE) == 0) {
      return Optional.empty();
    }
    return Optional.of(
        "when the fleet had deregistered, up to %,d of its instances were still listed: since 2.0 a dead"
                .formatted(registry.worst().count(RegistryCount.STALE))
            + " node's clients live on in the others' copies for three minutes");
  }
}
