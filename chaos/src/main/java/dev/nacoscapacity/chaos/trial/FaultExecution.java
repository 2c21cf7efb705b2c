package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.chaos.fault.Fault;
import dev.nacoscapacity.reports.experiment.Experiment;
import dev.nacoscapacity.reports.record.Event;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** One fault from its intent to its undoing, each moment written down as it comes. */
final class FaultExecution implements Fault.Moments {

  /** {@link Event#FAULT}'s fields. */
  private static final String FAULT = "fault";

  private static final String NODE = "node";
  private static final String STATE = "state";

  private final ActiveFaults.Intent intent;
  private final Timeline timeline;
  private final FaultJournal notes;
  private final Consumer<String> gone;
  private final double intentAt;
  private volatile Double signalAt;
  private volatile Double exitAt;
  private volatile Double portClosedAt;
  private volatile Double healAt;

  /**
   * @param gone told the name of the node when its process has just ended or stands still
   */
  FaultExecution(
      ActiveFaults.Intent intent, Timeline timeline, FaultJournal notes, Consumer<String> gone) {
    this.intent = intent;
    this.timeline = timeline;
    this.notes = notes;
    this.gone = gone;
    this.intentAt = step("intent");
  }

  String node() {
    return intent.fault().node();
  }

  boolean signalled() {
    return signalAt != null;
  }

  boolean healed() {
    return healAt != null;
  }

  /** Breaks the node; what outlives this process is noted before. */
  void begin() {
    if (outlivesUs()) {
      notes.breaking(node(), intent.kind().word());
    }
    intent.fault().inject(this);
  }

  /** Mends the node, once; after a failure it is still broken, and may be tried again. */
  void heal() {
    if (signalled() && !healed()) {
      double begun = step("heal");
      intent.fault().heal();
      healAt = begun;
      if (outlivesUs()) {
        notes.mended(node());
      }
      fault("healed");
    }
  }

  /** A proxy's weather ends with this process. */
  private boolean outlivesUs() {
    return !intent.kind().byProxy();
  }

  @Override
  public void signal() {
    signalAt = step("signal");
    fault("begun");
  }

  @Override
  public void exit() {
    exitAt = step("exit");
    gone.accept(node());
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

  private void fault(String state) {
    timeline.event(Event.FAULT, Map.of(FAULT, intent.kind().word(), NODE, node(), STATE, state));
  }

  Experiment.Fault recorded() {
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
