package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.fault.Fault;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.reports.experiment.Experiment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What is broken now and was broken so far: does faults, several at once, and undoes them. Safe for
 * use by several threads.
 */
final class ActiveFaults {

  private final Timeline timeline;
  private final FaultJournal notes;
  private final Consumer<String> gone;
  private final List<FaultExecution> all = new ArrayList<>();

  /**
   * @param gone told the name of a node whose process has just ended or stands still
   */
  ActiveFaults(Timeline timeline, FaultJournal notes, Consumer<String> gone) {
    this.timeline = timeline;
    this.notes = notes;
    this.gone = gone;
  }

  /**
   * A fault to be done.
   *
   * @param kind what it is
   * @param leader whether the node leads; null when unknown
   * @param owned how many instances it owns; null when unknown
   * @param served calls a second that it answered
   */
  record Intent(Fault fault, FaultKind kind, Boolean leader, Long owned, double served) {}

  /** Breaks nodes at the same time. */
  void doAtOnce(List<Intent> intents) throws InterruptedException {
    Parallel.run("fault", intents.stream().<Runnable>map(intent -> () -> doNow(intent)).toList());
  }

  private void doNow(Intent intent) {
    FaultExecution deed = new FaultExecution(intent, timeline, notes, gone);
    synchronized (this) {
      all.add(deed);
    }
    deed.begin();
  }

  /**
   * Mends these nodes.
   *
   * @throws ClusterException when one cannot be mended; the others are
   */
  synchronized void heal(List<String> nodes) {
    List<ClusterException> failures = new ArrayList<>();
    for (FaultExecution deed : all) {
      try {
        if (nodes.contains(deed.node())) {
          deed.heal();
        }
      } catch (ClusterException e) {
        failures.add(e);
      } catch (RuntimeException e) {
        // No disk, no descriptor, no memory for a process: the others must be mended all the same.
        failures.add(new ClusterException("cannot mend %s: %s".formatted(deed.node(), e), e));
      }
    }
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
  }

  /** Names of the nodes that are broken now. */
  synchronized List<String> broken() {
    return all.stream()
        .filter(deed -> deed.signalled() && !deed.healed())
        .map(FaultExecution::node)
        .distinct()
        .toList();
  }

  /** Whether a node is broken now. */
  synchronized boolean isBroken(String node) {
    return all.stream().anyMatch(deed -> !deed.healed() && deed.node().equals(node));
  }

  /** What was done so far. */
  synchronized List<Experiment.Fault> recorded() {
    return all.stream().filter(FaultExecution::signalled).map(FaultExecution::recorded).toList();
  }
}
