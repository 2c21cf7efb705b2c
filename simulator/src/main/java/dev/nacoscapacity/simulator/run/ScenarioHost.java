package dev.nacoscapacity.simulator.run;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.time.Time;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleConsumer;

/**
 * Hosts the observers and the scenario of a run: publishes seconds, and lets the scenario act
 * within the measurement window. The seconds may be those of a fleet in this process, or the sums
 * of the shards of one. For the thread of the run, but for {@link Scenario.Events}.
 */
public final class ScenarioHost implements Scenario.Events {

  private final Progress progress;
  private final StopSignal stop;
  private final RunClock clock;
  private final Duration unknownAfter;
  private final DoubleConsumer migration;

  private Scenario scenario = Scenario.NONE;

  private Optional<RuntimeException> fault = Optional.empty();

  /**
   * @param unknownAfter for how long what a node listed counts when it lists no more
   * @param migration takes the share of the instances that are to speak gRPC; any thread may call
   */
  public ScenarioHost(
      Progress progress,
      StopSignal stop,
      RunClock clock,
      Duration unknownAfter,
      DoubleConsumer migration) {
    this.progress = progress;
    this.stop = stop;
    this.clock = clock;
    this.unknownAfter = unknownAfter;
    this.migration = migration;
  }

  RunClock clock() {
    return clock;
  }

  /** Waits until a moment of the clock; a stop ends the wait. */
  void awaitUntil(long nanos) {
    clock.awaitUntil(nanos, stop);
  }

  void note(Message note) {
    progress.note(note);
  }

  /**
   * Tells of a new phase.
   *
   * @param expected duration, at most or approximately; zero when unknown
   */
  void phase(String name, Duration expected) {
    progress.phase(name, expected);
  }

  void stop(StopSignal.Request request) {
    stop.stop(request.cause(), request.reason());
  }

  boolean stopped() {
    return stop.request().isPresent();
  }

  /**
   * Passes a second to the observers and the scenario. A record that cannot be written, or a fault
   * of an observer, stops the run; the fault is thrown again once the fleet has left in order.
   */
  public void second(RunSecond second) {
    try {
      progress.second(second);
    } catch (RecordException e) {
      stop.stop(StopSignal.Cause.RECORD, Message.asIs(e.getMessage()));
    } catch (RuntimeException e) {
      stop.stop(
          StopSignal.Cause.RECORD, Message.of("trial.internalError", with("what", e.toString())));
      fault = fault.or(() -> Optional.of(e));
    }
    scenario.second(second);
  }

  /** Throws the first fault of an observer, if there was one. */
  public void rethrowFault() {
    fault.ifPresent(
        first -> {
          throw first;
        });
  }

  /** Lets a scenario act from now on. */
  public void begin(Scenario acting) {
    scenario = acting;
    acting.begin(this);
  }

  /** The scenario that acts on the cluster now; {@link Scenario#NONE} outside the window. */
  public Scenario acting() {
    return scenario;
  }

  /** Ends the scenario if one acts, so that it repairs what it broke. */
  public void end() {
    Scenario acting = scenario;
    scenario = Scenario.NONE;
    acting.end();
  }

  @Override
  public Time time() {
    return clock.time();
  }

  @Override
  public double seconds() {
    return clock.seconds();
  }

  @Override
  public Duration unknownAfter() {
    return unknownAfter;
  }

  @Override
  public void event(String kind, Map<String, Object> fields) {
    progress.event(kind, fields);
  }

  @Override
  public void migrate(double share) {
    migration.accept(share);
  }
}
