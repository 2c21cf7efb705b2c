package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.chaos.experiment.Step;
import dev.nacoscapacity.cluster.Node;

/** Makes the faults of a step. */
public record Faults(Proxies proxies) {

  /** What the step does to a node. */
  public Fault of(Step step, Node victim) {
    return switch (step.fault()) {
      case KILL -> new KillFault(victim);
      case PAUSE -> new PauseFault(victim);
      case SLOW, BLACKHOLE, RESET ->
          new ProxyFault(victim.name(), proxies.of(victim.name()), step.weather());
    };
  }
}
