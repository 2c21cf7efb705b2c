package dev.nacoscapacity.simulator.run;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.engine.MeasurementWindow;
import dev.nacoscapacity.simulator.verify.RegistryView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * When the generator was late or stood still, second by second. It tells the view of the registry,
 * since a stall may explain what nodes list afterwards, and asks for a stop when nobody answers.
 */
final class StallLog {

  private final RunClock clock;
  private final RegistryView view;
  private final Consumer<Message> note;
  private final GeneratorLateness lateness = new GeneratorLateness();
  private final SilenceDetector silence;
  private final Suspensions suspensions;
  private boolean measuring;

  /** Seconds of the window, and those of them in which the generator was late. */
  private int windowTicks;

  private int lateTicks;

  /** For how long this process has stood still, as the waits of its loop showed, in ns. */
  private long stoodStill;

  StallLog(RunClock clock, RegistryView view, Consumer<Message> note) {
    this.clock = clock;
    this.view = view;
    this.note = note;
    this.silence = new SilenceDetector(lateness, clock.nanos());
    this.suspensions = new Suspensions(clock);
  }

  /** A phase begins; the last window's seconds count. */
  void phase(String name) {
    measuring = name.equals(Phases.MEASURE);
    if (measuring) {
      windowTicks = 0;
      lateTicks = 0;
    }
  }

  /** For how long this machine was suspended since the last question, in ns. */
  long suspended() {
    return suspensions.since();
  }

  /**
   * Takes a second.
   *
   * @param overslept how much later than due the loop woke, in ns
   * @param suspended for how long of that the machine was suspended, in ns
   */
  void second(RunStats second, long overslept, long suspended, long now) {
    Optional<GeneratorLateness.Stall> stall = lateness.second(second, overslept, now);
    stall.ifPresent(late -> view.stalled(late.longest(), now));
    if (measuring) {
      windowTicks++;
      lateTicks += stall.isPresent() ? 1 : 0;
    }
    if (overslept > GeneratorLateness.SHORTEST_STALL) {
      stoodStill += overslept;
      silence.stoodStill(overslept);
      note.accept(Message.of("note.stoodStill", with("seconds", overslept / 1e9)));
    }
    if (suspended > 0) {
      // Instances expired meanwhile, though no beat looks late.
      lateness.suspended(suspended, now);
      view.suspended(suspended, now);
      note.accept(Message.of("note.suspended", with("seconds", suspended / 1e9)));
    }
  }

  /**
   * A request to stop when nobody has answered for too long.
   *
   * @param excused whether nodes are broken on purpose
   */
  Optional<StopSignal.Request> silence(RunStats second, boolean excused, long now) {
    return silence.after(second, excused, now);
  }

  /** For how long this process has stood still so far, in ns. */
  long stoodStill() {
    return stoodStill;
  }

  /** The share of the window's seconds in which the generator was late; 0 without a window. */
  double lateShare() {
    return windowTicks == 0 ? 0 : lateTicks / (double) windowTicks;
  }

  /**
   * The stalls so far. No time of the window is counted for two of them.
   *
   * @param window empty without one
   */
  List<Generator.Stall> of(MeasurementWindow window) {
    long start = clock.nanos() - (long) (clock.seconds() * 1e9);
    long counted = window.start();
    List<Generator.Stall> stalls = new ArrayList<>();
    for (GeneratorLateness.Stall stall : lateness.stalls()) {
      boolean expires = view.explains(stall.longest());
      long spoiledFrom = stall.from() - counted < 0 ? counted : stall.from();
      long spoiledTo = stall.to() + Generator.Stall.aftermath(expires).toNanos();
      stalls.add(
          new Generator.Stall(
              (stall.from() - start) / 1e9,
              Math.max(stall.to() - stall.from(), stall.longest()) / 1e9,
              window.overlap(spoiledFrom, spoiledTo) / 1e9,
              expires));
      counted = spoiledTo - counted > 0 ? spoiledTo : counted;
    }
    return stalls;
  }
}
