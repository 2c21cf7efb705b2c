package dev.nacoscapacity.chaos.cli;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.experiment.ExperimentStep;
import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.text.Message;
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
  static List<Message> of(ExperimentSpec spec, int nodes, boolean hooked) {
    List<Message> caveats = new ArrayList<>();
    for (ExperimentStep step : spec.method()) {
      step.versions()
          .filter(versions -> !versions.supported())
          .map(
              versions ->
                  Message.of(
                      "note.unsupportedUpgrade",
                      with("from", versions.from().toString()).and("to", versions.to().toString())))
          .ifPresent(caveats::add);
      if (step.fault() == FaultKind.PARTITION) {
        caveats.add(partition(step.nodes(), nodes, hooked));
      }
    }
    int down = mostDown(spec);
    if (2 * (nodes - down) <= nodes) {
      caveats.add(Message.of("note.noQuorum", with("down", down).and("nodes", nodes)));
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
  private static Message partition(int cut, int nodes, boolean hooked) {
    int rest = nodes - cut;
    if (hooked && cut > 1) {
      return partition("note.cutOff", cut, nodes, 2 * rest > nodes ? "other" : "none");
    }
    return partition("note.partition", cut, nodes, rest == cut ? "neither" : "larger");
  }

  private static Message partition(String sentence, int cut, int nodes, String electing) {
    return Message.of(
        sentence,
        with("cut", cut).and("nodes", nodes).and("rest", nodes - cut).and("side", electing));
  }

  /**
   * Explains stale instances after the teardown. The other nodes of Nacos 2.x and 3.x keep copies
   * of a dead node's clients for three minutes, beside the clients that registered again. After
   * these deregister, the old copies still list the instance.
   */
  static Optional<Message> leftBehind(RegistryResult registry) {
    if (registry.worst().count(RegistryCount.STALE) == 0) {
      return Optional.empty();
    }
    return Optional.of(
        Message.of("note.leftBehind", with("stale", registry.worst().count(RegistryCount.STALE))));
  }
}
