package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.chaos.experiment.Step;
import dev.nacoscapacity.cluster.Links;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.admin.Admins;
import dev.nacoscapacity.cluster.proxy.ClientLinks;
import java.time.Duration;
import java.util.List;

/**
 * Makes the faults of a step.
 *
 * @param clients on which clients reach the nodes; null where no fault changes any
 * @param links between the nodes; null where no fault cuts any
 * @param hooks by which the nodes are broken; null where this process does it itself
 * @param admins what asks nodes that hooks break; null likewise
 */
public record Faults(ClientLinks clients, Links links, Hooks hooks, Admins admins) {

  /** Of nodes that this process breaks itself. */
  public Faults(ClientLinks clients, Links links) {
    this(clients, links, null, null);
  }

  /** What a node's fault may take beside what is known of the experiment. */
  public Duration patience() {
    return hooks == null ? Duration.ZERO : hooks.longest();
  }

  /**
   * What the step does to a node.
   *
   * @param others those it is not done to
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
