package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Operation;

/**
 * Where one event loop books what became of its slots: by the second as it happens, and for the
 * judged window once a slot has met its fate. Each slot meets its fate exactly once (its call
 * completed, or it was missed), so that in the judged window required = ok + failed + missed.
 */
final class StatsRecorder {

  private Tally second = new Tally();
  private final Tally judged = new Tally();
  private final WholeRun wholeRun = new WholeRun();
  private MeasurementWindow window;

  /** From now on slots that are due in the window are judged. */
  void open(MeasurementWindow judgedWindow) {
    window = judgedWindow;
  }

  /** A slot came due; its fate follows. */
  void required(Operation operation) {
    second.required(operation);
  }

  void started(Call call) {
    second.started(call);
  }

  void completed(Call call) {
    second.completed(call);
    wholeRun.completed(call);
    if (isJudged(call.operation, call.due)) {
      judged.required(call.operation);
      judged.started(call);
      judged.completed(call);
    }
  }

  /**
   * A slot passed without a call.
   *
   * @param end when what kept the actor from it was over
   */
  void missed(Operation operation, long due, long end) {
    second.missed(operation, end - due);
    if (isJudged(operation, due)) {
      judged.required(operation);
      judged.missed(operation, end - due);
    }
  }

  /**
   * A subscriber was told of an instance.
   *
   * @param registered when that one's registration was written
   */
  void pushed(long registered, long now) {
    second.pushed(now - registered);
    wholeRun.pushed(now - registered);
    if (isJudged(Operation.PUSH, now)) {
      judged.pushed(now - registered);
    }
  }

  private boolean isJudged(Operation operation, long due) {
    return window != null && window.contains(due, operation == Operation.LISTEN);
  }

  /** Everything since the last time. */
  Tally takeSecond() {
    Tally taken = second;
    second = new Tally();
    return taken;
  }

  /** The judged window so far; complete when every slot in it has met its fate. */
  Tally judged() {
    return judged;
  }

  /** What counts whenever it happened. */
  WholeRun wholeRun() {
    return wholeRun;
  }
}
