package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.core.time.Time;
import dev.nacoscapacity.simulator.run.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A run that a trial takes part in: it keeps what it was told. */
final class FakeEvents implements Scenario.Events {

  final List<String> told = new ArrayList<>();
  private final Time time;

  FakeEvents(Time time) {
    this.time = time;
  }

  @Override
  public Time time() {
    return time;
  }

  @Override
  public double seconds() {
    return time.nanos() / 1e9;
  }

  @Override
  public Duration unknownAfter() {
    return Duration.ofSeconds(20);
  }

  @Override
  public void event(String kind, Map<String, Object> fields) {
    told.add("%.3f %s %s".formatted(seconds(), kind, new TreeMap<>(fields)));
  }

  @Override
  public void migrate(double share) {
    told.add("%.3f gRPC %s".formatted(seconds(), share));
  }
}
