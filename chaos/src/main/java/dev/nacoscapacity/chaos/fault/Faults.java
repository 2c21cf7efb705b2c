package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.chaos.experiment.Step;
import dev.nacoscapacity.cluster.Links;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.admin.Admins;
import dev.nacoscapacity.cluster.proxy.ClientLinks;
import java.time.Duration;
import java.util.List;

/**
 * Creates the faults of a step.
 *
 * @param clients links between clients and nodes; null when no fault changes them
 * @param links between the nodes; null when no fault cuts them
 * @param hooks that break the nodes; null when this process breaks them itself
 * @param admins clients for nodes that hooks break; null without hooks
 */
public record Faults(ClientLinks clients, Links links, Hooks hooks, Admins admins) {

  /** Extra time that the fault of a node may take, beyond the times of the experiment. */
  public Duration patience() {
    return hooks == null ? Duration.ZERO : hooks.longest();
  }

  /**
   * The fault of a step for one node.
   *
   * @param others nodes that are not broken by the step
   */
  public Fault of(Step step, Node victim, List<Node> others) {
    if (hooks != null && !step.fault().byProxy()) {
      return new HookFault(step.fault(), victim, others, hooks, admins);
    }
    return switch (step.fault()) {
      case KILL -> new KillFault(victim);
      case PAUSE -> new PauseFault(victim);
      case SLOW, BLACKHOLE, RESET -> new ProxyFault(victim, clients, step.conditions());
      case UPGRADE -> new UpgradeFault(victim, step.versions().to());
      case PARTITION -> new PartitionFault(victim, others, links);
    };
  }
}
