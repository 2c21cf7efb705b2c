package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.chaos.experiment.Step;
import dev.nacoscapacity.cluster.Links;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.proxy.ClientLinks;
import java.util.List;

/**
 * Makes the faults of a step.
 *
 * @param clients on which clients reach the nodes; null where no fault changes any
 * @param links between the nodes; null where no fault cuts any
 */
public record Faults(ClientLinks clients, Links links) {

  /**
   * What the step does to a node.
   *
   * @param others those it is not done to
   */
  public Fault of(Step step, Node victim, List<Node> others) {
    return switch (step.fault()) {
      case KILL -> new KillFault(victim);
      case PAUSE -> new PauseFault(victim);
      case SLOW, BLACKHOLE, RESET -> new ProxyFault(victim, clients, step.conditions());
      case UPGRADE -> new UpgradeFault(victim, step.versions().to());
      case PARTITION -> new PartitionFault(victim, others, links);
    };
  }
}
