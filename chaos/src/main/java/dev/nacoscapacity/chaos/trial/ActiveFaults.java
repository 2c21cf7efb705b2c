package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.chaos.fault.Fault;
import dev.nacoscapacity.chaos.fault.FaultJournal;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.time.Fork;
import dev.nacoscapacity.core.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Injects faults, several at once, heals them, and records current and past faults. Safe for use by
 * several threads.
 */
final class ActiveFaults {

  /** {@link Event#FAULT}'s fields. */
  private static final String FAULT = "fault";

  private static final String NODE = "node";

  private final TrialEvents timeline;
  private final FaultJournal journal;
  private final Consumer<String> onExit;
  private final List<Execution> all = new ArrayList<>();
  private volatile boolean stopping;

  /**
   * @param onExit called with the name of a node whose process has just ended or stopped
   */
  ActiveFaults(TrialEvents timeline, FaultJournal journal, Consumer<String> onExit) {
    this.timeline = timeline;
    this.journal = journal;
    this.onExit = onExit;
  }

  /**
   * A fault to be injected.
   *
   * @param leader whether the node is the leader; empty when unknown
   * @param owned number of instances that the node owns; empty when unknown
   * @param served calls a second that the node answered
   */
  record Intent(Fault fault, Optional<Boolean> leader, Optional<Long> owned, double served) {}

  /** The trial is being stopped: injections that go on for long are cut short. */
  void stop() {
    stopping = true;
  }

  /**
   * Injects several faults at the same time, and finishes all of them even when this thread is
   * interrupted meanwhile, since a fault can only be healed after its injection has finished. The
   * first failure is thrown at the end.
   */
  void inject(List<Intent> intents) throws InterruptedException {
    Time time = timeline.time();
    List<RuntimeException> failures = new CopyOnWriteArrayList<>();
    List<Fork> forks =
        intents.stream().map(intent -> time.fork("fault", () -> inject(intent, failures))).toList();
    boolean interrupted = false;
    for (Fork fork : forks) {
      while (!fork.end().isRaised()) {
        try {
          time.await(fork.end());
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      throw new InterruptedException();
    }
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
  }

  private void inject(Intent intent, List<RuntimeException> failures) {
    try {
      Execution execution = new Execution(intent);
      synchronized (this) {
        all.add(execution);
      }
      execution.begin();
    } catch (RuntimeException e) {
      failures.add(e);
    } catch (Error e) {
      failures.add(new ClusterException("cannot break a node: " + e, e));
    }
  }

  /**
   * Heals these nodes.
   *
   * @throws ClusterException when a node cannot be healed; the other nodes are healed nevertheless
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
      } catch (RuntimeException | Error e) {
        // Any failure, such as a full disk or a lack of descriptors or memory: the other nodes must
        // still be healed.
        failures.add(new ClusterException("cannot heal %s: %s".formatted(execution.node(), e), e));
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

  /** Whether a node is broken, or about to be broken. */
  synchronized boolean isBroken(String node) {
    return all.stream().anyMatch(execution -> !execution.healed() && execution.node().equals(node));
  }

  /** Whether a node was ever broken. */
  synchronized boolean wasBroken(String node) {
    return all.stream().anyMatch(execution -> execution.node().equals(node));
  }

  /** The faults that were injected so far. */
  synchronized List<Experiment.Fault> recorded() {
    return all.stream().filter(Execution::signalled).map(Execution::recorded).toList();
  }

  /** One fault from its intent to its heal; records each moment. */
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

    /** Breaks the node; a fault that outlives this process is written to the journal first. */
    private void begin() {
      if (outlivesUs()) {
        journal.begun().accept(intent.fault().note(timeline.time().timeOfDay().toString()));
      }
      intent.fault().inject(this, timeline.time());
    }

    /**
     * Heals the node once; after a failed attempt the node still counts as broken, and the heal can
     * be retried.
     */
    private void heal() {
      if (signalled() && !healed()) {
        double begun = step("heal");
        intent.fault().heal(timeline.time());
        healAt = begun;
        if (outlivesUs()) {
          journal.healed().accept(node());
        }
        state("healed");
      }
    }

    /** The fault of a proxy ends with this process. */
    private boolean outlivesUs() {
      return !intent.fault().kind().byProxy();
    }

    @Override
    public void signal(Duration ago) {
      if (!signalled()) {
        signalAt = step("signal") - ago.toNanos() / 1e9;
        state("begun");
      }
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

    @Override
    public boolean stopping() {
      return stopping;
    }

    private double step(String what) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put(NODE, node());
      fields.put(FAULT, intent.fault().kind().word());
      fields.put("step", what);
      return timeline.event(Event.NODE, fields);
    }

    private void state(String state) {
      timeline.event(
          Event.FAULT, Map.of(FAULT, intent.fault().kind().word(), NODE, node(), "state", state));
    }

    private Experiment.Fault recorded() {
      return new Experiment.Fault(
          intent.fault().kind().word(),
          node(),
          intent.leader().orElse(null),
          intent.owned().orElse(null),
          intent.served(),
          intentAt,
          signalAt,
          exitAt,
          portClosedAt,
          healAt);
    }
  }
}
