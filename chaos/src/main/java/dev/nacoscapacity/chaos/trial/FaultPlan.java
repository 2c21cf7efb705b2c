package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.experiment.Step;
import dev.nacoscapacity.chaos.fault.Faults;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.Node;
import java.util.List;
import java.util.Random;

/**
 * What an experiment does, step by step: chooses nodes, breaks them, and heals those that it is to.
 */
final class FaultPlan {

  /** Calls that a victim served are counted over so many seconds. */
  private static final int SERVED_SECONDS = 10;

  private final ExperimentSpec spec;
  private final Faults faults;
  private final Random random;
  private final TrialContext site;

  /**
   * @param random chooses among nodes
   */
  FaultPlan(ExperimentSpec spec, Faults faults, Random random, TrialContext site) {
    this.spec = spec;
    this.faults = faults;
    this.random = random;
    this.site = site;
  }

  /**
   * Carries it out.
   *
   * @throws IllegalArgumentException when a step finds no nodes to break
   * @throws ClusterException when nodes that are broken one after the other do not come back
   */
  void carryOut() throws InterruptedException {
    for (Step step : spec.method()) {
      site.pause(step.after());
      perform(step);
    }
  }

  private void perform(Step step) throws InterruptedException {
    String leader = site.members().leader().orElse(null);
    List<List<String>> groups = NodeSelector.choose(step, site.whole(), leader, random);
    for (int i = 0; i < groups.size(); i++) {
      List<String> group = groups.get(i);
      site.breakage()
          .doAtOnce(group.stream().map(name -> intent(step, name, group, leader)).toList());
      if (spec.healAfter() != null) {
        site.pause(spec.healAfter());
        site.heal(group);
        if (i + 1 < groups.size()) {
          awaitBack(group);
        }
      }
    }
  }

  private ActiveFaults.Intent intent(Step step, String name, List<String> group, String leader) {
    List<Node> others = site.nodes().stream().filter(node -> !group.contains(node.name())).toList();
    ActiveFaults.Intent intent =
        new ActiveFaults.Intent(
            faults.of(step, site.node(name), others),
            step.fault(),
            leader == null ? null : leader.equals(name),
            site.members().owned(site.node(name)),
            site.watching().served(name, SERVED_SECONDS));
    site.progress()
        .accept(
            "%s %s (%sowns %s instances, serves %.1f calls/s)"
                .formatted(
                    step.fault().word(),
                    name,
                    name.equals(leader) ? "leader, " : "",
                    intent.owned() == null ? "unknown" : intent.owned(),
                    intent.served()));
    return intent;
  }

  /** Waits until every node calls every member UP, so that others may follow. */
  private void awaitBack(List<String> group) throws InterruptedException {
    double deadline = site.in(spec.observe());
    Watchdog nurse = new Watchdog(site);
    while (!site.members().allSeeUp()) {
      if (site.timeline().now() > deadline) {
        throw new ClusterException(
            "%s did not come back within %d s, so no other was broken"
                .formatted(String.join(", ", group), spec.observe().toSeconds()));
      }
      site.watching().awaitNext();
      nurse.look();
    }
  }
}
