package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.fault.Fault;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.reports.experiment.Experiment;
import dev.nacoscapacity.reports.record.Event;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What is broken now and was broken so far: does faults, undoes them, and writes each moment down.
 * Safe for use by several threads, which may break several nodes at once.
 */
final class Breakage {

  /** {@link Event#FAULT}'s fields. */
  private static final String FAULT = "fault";

  private static final String NODE = "node";
  private static final String STATE = "state";

  private final Timeline timeline;
  private final Notes notes;
  private final Consumer<String> gone;
  private final List<Done> all = new ArrayList<>();

  /**
   * @param gone told the name of a node whose process has just ended or stands still
   */
  Breakage(Timeline timeline, Notes notes, Consumer<String> gone) {
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

  private final class Done implements Fault.Moments {
    private final Intent intent;
    private final double intentAt;
    private Double signalAt;
    private Double exitAt;
    private Double portClosedAt;
    private Double healAt;

    private Done(Intent intent) {
      this.intent = intent;
      this.intentAt = step("intent");
    }

    private double step(String what) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put(NODE, intent.fault().node());
      fields.put(FAULT, intent.kind().word());
      fields.put("step", what);
      return timeline.event(Event.NODE, fields);
    }

    @Override
    public void signal() {
      signalAt = step("signal");
      timeline.event(
          Event.FAULT,
          Map.of(FAULT, intent.kind().word(), NODE, intent.fault().node(), STATE, "begun"));
    }

    @Override
    public void exit() {
      exitAt = step("exit");
      gone.accept(intent.fault().node());
    }

    @Override
    public void portClosed() {
      portClosedAt = step("portClosed");
    }

    private void heal() {
      if (healAt == null && signalAt != null) {
        healAt = step("heal");
        intent.fault().heal();
        if (outlivesUs()) {
          notes.mended(intent.fault().node());
        }
        timeline.event(
            Event.FAULT,
            Map.of(FAULT, intent.kind().word(), NODE, intent.fault().node(), STATE, "healed"));
      }
    }

    /** A proxy's weather ends with this process. */
    private boolean outlivesUs() {
      return !intent.kind().byProxy();
    }

    private Experiment.Fault recorded() {
      return new Experiment.Fault(
          intent.kind().word(),
          intent.fault().node(),
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

  /** Breaks nodes at the same time. */
  void doAtOnce(List<Intent> intents) throws InterruptedException {
    AtOnce.run("fault", intents.stream().<Runnable>map(intent -> () -> doNow(intent)).toList());
  }

  /** Breaks a node; what was noted is on disk before it. */
  private void doNow(Intent intent) {
    Done done = new Done(intent);
    if (done.outlivesUs()) {
      notes.breaking(intent.fault().node(), intent.kind().word());
    }
    synchronized (this) {
      all.add(done);
    }
    intent.fault().inject(done);
  }

  /**
   * Mends these nodes.
   *
   * @throws ClusterException when one cannot be mended; the others are
   */
  synchronized void heal(List<String> nodes) {
    List<ClusterException> failures = new ArrayList<>();
    for (Done done : all) {
      try {
        if (nodes.contains(done.intent.fault().node())) {
          done.heal();
        }
      } catch (ClusterException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
  }

  /** Names of the nodes that are broken now. */
  synchronized List<String> broken() {
    return all.stream()
        .filter(done -> done.healAt == null && done.signalAt != null)
        .map(done -> done.intent.fault().node())
        .distinct()
        .toList();
  }

  /** Whether a node is broken now. */
  synchronized boolean isBroken(String node) {
    return all.stream()
        .anyMatch(done -> done.healAt == null && done.intent.fault().node().equals(node));
  }

  /** What was done so far. */
  synchronized List<Experiment.Fault> recorded() {
    return all.stream().filter(done -> done.signalAt != null).map(Done::recorded).toList();
  }
}
