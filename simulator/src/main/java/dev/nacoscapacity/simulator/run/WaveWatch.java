package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.Wave;
import dev.nacoscapacity.core.record.WaveResult;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.stats.WaveCount;
import dev.nacoscapacity.core.stats.WaveStats;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Observes the waves of a fleet while another scenario acts: emits an event when a wave begins or
 * ends, and sums up the results. A window that may end early lasts until all waves have ended.
 */
public final class WaveWatch implements Scenario {

  private final Scenario scenario;
  private final List<ObservedWave> waves;
  private Events events;
  private double began;

  /**
   * @param waves in the order of the profile; empty for a fleet without waves
   * @param scenario acts on the cluster in the same window
   */
  public WaveWatch(List<Wave> waves, Scenario scenario) {
    this.scenario = scenario;
    this.waves =
        IntStream.range(0, waves.size()).mapToObj(i -> new ObservedWave(i, waves.get(i))).toList();
  }

  /** The results of all waves so far; empty before the window began. */
  public List<WaveResult> results() {
    return events == null ? List.of() : waves.stream().map(ObservedWave::result).toList();
  }

  @Override
  public void begin(Events run) {
    events = run;
    began = run.seconds();
    scenario.begin(run);
  }

  @Override
  public void second(RunSecond second) {
    waves.forEach(wave -> wave.second(second));
    scenario.second(second);
  }

  @Override
  public boolean over() {
    return scenario.over() && waves.stream().allMatch(wave -> wave.over);
  }

  @Override
  public void end() {
    scenario.end();
  }

  @Override
  public boolean mayBreakNodes() {
    return scenario.mayBreakNodes();
  }

  private final class ObservedWave {

    private final int number;
    private final Wave wave;
    private final WaveStats stats = new WaveStats();
    private boolean active;
    private boolean over;
    private long drops;
    private long unservedMax;

    ObservedWave(int number, Wave wave) {
      this.number = number;
      this.wave = wave;
    }

    private void second(RunSecond second) {
      if (over) {
        return;
      }
      // Event loops may begin a wave before the second in which it is due has ended.
      stats.append(second.stats().wave(number));
      if (second.at() - began < wave.atSeconds() && stats.count(WaveCount.LEFT) == 0) {
        return;
      }
      if (!active) {
        active = true;
        emit(Map.of("state", "begun"));
      }
      drops += drops(second.stats());
      unservedMax = Math.max(unservedMax, unserved(second.stats()));
      if (stats.count(WaveCount.UNFINISHED) == 0) {
        over = true;
        emit(
            Map.of(
                "state", "over",
                "left", stats.count(WaveCount.LEFT),
                "back", stats.count(WaveCount.BACK),
                "failed", stats.count(WaveCount.FAILED)));
      }
    }

    private void emit(Map<String, Object> details) {
      Map<String, Object> fields = new TreeMap<>(details);
      fields.put("wave", wave.kind().word());
      fields.put("number", number + 1);
      events.event(Event.WAVE, fields);
    }

    private WaveResult result() {
      return new WaveResult(
          wave.kind(),
          wave.atSeconds(),
          stats.count(WaveCount.INSTANCES),
          stats.count(WaveCount.LEFT),
          stats.count(WaveCount.BACK),
          stats.count(WaveCount.FAILED),
          stats.count(WaveCount.UNFINISHED),
          new WaveResult.Times(
              seconds(stats.get(WaveCount.FIRST_MS)),
              seconds(stats.get(WaveCount.LAST_MS)),
              seconds(stats.get(WaveCount.SLOWEST_RETURN_MS))),
          drops,
          unservedMax);
    }
  }

  private static Double seconds(Optional<Long> millis) {
    return millis.map(value -> value / 1e3).orElse(null);
  }

  private static long drops(RunStats stats) {
    return RegistryStats.worst(stats.registry().values()).count(RegistryCount.DROPS);
  }

  /** The maximum over operations, since an actor may lack service in several. */
  private static long unserved(RunStats stats) {
    return stats.operations().values().stream()
        .mapToLong(calls -> calls.count(OperationCount.UNSERVED))
        .max()
        .orElse(0);
  }
}
