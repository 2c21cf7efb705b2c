package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.fault.Fault;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.reports.experiment.Experiment;
import dev.nacoscapacity.reports.record.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What is broken now and was broken so far: injects faults, several at once, and undoes them. Safe
 * for use by several threads.
 */
final class ActiveFaults {

  /** {@link Event#FAULT}'s fields. */
  private static final String FAULT = "fault";

  private static final String NODE = "node";

  private final Timeline timeline;
  private final FaultJournal journal;
  private final Consumer<String> onExit;
  private final List<Execution> all = new ArrayList<>();

  /**
   * @param onExit takes the name of a node whose process has just ended or stands still
   */
  ActiveFaults(Timeline timeline, FaultJournal journal, Consumer<String> onExit) {
    this.timeline = timeline;
    this.journal = journal;
    this.onExit = onExit;
  }

  /**
   * A fault to be injected.
   *
   * @param leader whether the node leads; null when unknown
   * @param owned how many instances it owns; null when unknown
   * @param served calls a second that it answered
   */
  record Intent(Fault fault, FaultKind kind, Boolean leader, Long owned, double served) {}

  /** Breaks nodes at the same time. */
  void inject(List<Intent> intents) throws InterruptedException {
    Parallel.run(
        timeline.time(),
        "fault",
        intents.stream().<Runnable>map(intent -> () -> inject(intent)).toList());
  }

  private void inject(Intent intent) {
    Execution execution = new Execution(intent);
    synchronized (this) {
      all.add(execution);
    }
    execution.begin();
  }

  /**
   * Mends these nodes.
   *
   * @throws ClusterException when one cannot be mended; the others are
   */
  synchronized void heal(List<String> nodes) {
    List<ClusterException> failures = new ArrayList<>();
    for (Execution execution : all) {
      try {
        if (nodes.contains(execution.node())) {
          execution.heal();
        }
      } catch (ClusterException e) {
        failures.add(e);
      } catch (RuntimeException e) {
        // No disk, no descriptor, no memory for a process: the others must be mended all the same.
        failures.add(new ClusterException("cannot mend %s: %s".formatted(execution.node(), e), e));
      }
    }
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
  }

  /** Names of the nodes that are broken now. */
  synchronized List<String> broken() {
    return all.stream()
        .filter(execution -> execution.signalled() && !execution.healed())
        .map(Execution::node)
        .distinct()
        .toList();
  }

  /** Whether a node is broken now, or about to be. */
  synchronized boolean isBroken(String node) {
    return all.stream().anyMatch(execution -> !execution.healed() && execution.node().equals(node));
  }

  /** What was injected so far. */
  synchronized List<Experiment.Fault> recorded() {
    return all.stream().filter(Execution::signalled).map(Execution::recorded).toList();
  }

  /** One fault from its intent to its undoing, each moment recorded as it comes. */
  private final class Execution implements Fault.Moments {

    private final Intent intent;
    private final double intentAt;
    private volatile Double signalAt;
    private volatile Double exitAt;
    private volatile Double portClosedAt;
    private volatile Double healAt;

    private Execution(Intent intent) {
      this.intent = intent;
      this.intentAt = step("intent");
    }

    private String node() {
      return intent.fault().node();
    }

    private boolean signalled() {
      return signalAt != null;
    }

    private boolean healed() {
      return healAt != null;
    }

    /** Breaks the node; what outlives this process is in the journal before. */
    private void begin() {
      if (outlivesUs()) {
        journal.breaking(node(), intent.kind().word());
      }
      intent.fault().inject(this, timeline.time());
    }

    /** Mends the node, once; after a failure it is still broken, and may be tried again. */
    private void heal() {
      if (signalled() && !healed()) {
        double begun = step("heal");
        intent.fault().heal(timeline.time());
        healAt = begun;
        if (outlivesUs()) {
          journal.mended(node());
        }
        state("healed");
      }
    }

    /** What a proxy does ends with this process. */
    private boolean outlivesUs() {
      return !intent.kind().byProxy();
    }

    @Override
    public void signal(Duration ago) {
      signalAt = step("signal") - ago.toNanos() / 1e9;
      state("begun");
    }

    @Override
    public void exit() {
      exitAt = step("exit");
      onExit.accept(node());
    }

    @Override
    public void portClosed() {
      portClosedAt = step("portClosed");
    }

    private double step(String what) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put(NODE, node());
      fields.put(FAULT, intent.kind().word());
      fields.put("step", what);
      return timeline.event(Event.NODE, fields);
    }

    private void state(String state) {
      timeline.event(
          Event.FAULT, Map.of(FAULT, intent.kind().word(), NODE, node(), "state", state));
    }

    private Experiment.Fault recorded() {
      return new Experiment.Fault(
          intent.kind().word(),
          node(),
          intent.leader(),
          intent.owned(),
          intent.served(),
          intentAt,
          signalAt,
          exitAt,
          portClosedAt,
          healAt);
    }
  }
}
