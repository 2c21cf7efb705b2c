package dev.nacoscapacity.simulator.shards;

import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.simulator.run.Barrier;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * What a shard tells the others of its run, as the metadata of an instance.
 *
 * @param run key of the run: its seed. Runs at the same time in one namespace have different seeds,
 *     or different settings
 * @param nonce different for each process
 * @param settings digests of the settings that all shards have in common, of {@link #DIGEST} digits
 *     each, in the order of their names
 * @param beat grows with each renewal: an entry whose beat stays is not alive
 * @param arrivals at the steps so far
 * @param stopped number of the shard that stopped the run; empty while it goes on
 */
record ShardEntry(
    String run,
    Shard shard,
    String nonce,
    String settings,
    long beat,
    Map<Barrier.Step, Arrival> arrivals,
    OptionalInt stopped) {

  static final int DIGEST = 4;

  private static final int MASK = 0xffff;

  /**
   * When a shard reached a step.
   *
   * @param at by the registry's clock, if that is known
   * @param well whether it reached the step successfully
   */
  record Arrival(Instant at, boolean well) {}

  /** A shard that has just started. */
  static ShardEntry of(long seed, Shard shard, String nonce, Map<String, String> settings) {
    String digests =
        settings.entrySet().stream()
            .map(each -> "%04x".formatted(each.toString().hashCode() & MASK))
            .collect(Collectors.joining());
    return new ShardEntry(
        Long.toString(seed, 36), shard, nonce, digests, 0, Map.of(), OptionalInt.empty());
  }

  /** Reads metadata; empty when another program wrote them. */
  static Optional<ShardEntry> parse(Map<String, String> metadata) {
    try {
      String stopped = metadata.getOrDefault("stopped", "");
      return Optional.of(
          new ShardEntry(
              metadata.getOrDefault("run", ""),
              Shard.parse(metadata.getOrDefault("shard", "")),
              metadata.getOrDefault("nonce", ""),
              metadata.getOrDefault("settings", ""),
              Long.parseLong(metadata.getOrDefault("beat", "")),
              arrivals(metadata.getOrDefault("steps", "")),
              stopped.isEmpty()
                  ? OptionalInt.empty()
                  : OptionalInt.of(Integer.parseInt(stopped))));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Map<Barrier.Step, Arrival> arrivals(String text) {
    Map<Barrier.Step, Arrival> arrivals = new EnumMap<>(Barrier.Step.class);
    for (String each : text.isEmpty() ? new String[0] : text.split(",")) {
      String[] step = each.split("[=+-]");
      arrivals.put(
          Barrier.Step.valueOf(step[0]),
          new Arrival(Instant.ofEpochMilli(Long.parseLong(step[1])), each.endsWith("+")));
    }
    return arrivals;
  }

  Map<String, String> metadata() {
    Map<String, String> metadata = new LinkedHashMap<>();
    metadata.put("run", run);
    metadata.put("shard", shard.toString());
    metadata.put("nonce", nonce);
    metadata.put("settings", settings);
    metadata.put("beat", Long.toString(beat));
    metadata.put(
        "steps",
        arrivals.entrySet().stream()
            .map(
                step ->
                    "%s=%d%s"
                        .formatted(
                            step.getKey(),
                            step.getValue().at().toEpochMilli(),
                            step.getValue().well() ? "+" : "-"))
            .collect(Collectors.joining(",")));
    stopped.ifPresent(by -> metadata.put("stopped", Integer.toString(by)));
    return metadata;
  }

  ShardEntry arrived(Barrier.Step step, Arrival arrival) {
    Map<Barrier.Step, Arrival> more = new EnumMap<>(Barrier.Step.class);
    more.putAll(arrivals);
    more.put(step, arrival);
    return new ShardEntry(run, shard, nonce, settings, beat, more, stopped);
  }

  /** The next beat. */
  ShardEntry renewed() {
    return new ShardEntry(run, shard, nonce, settings, beat + 1, arrivals, stopped);
  }

  /** Stopped for a shard, unless it was for another before. */
  ShardEntry stoppedBy(int index) {
    OptionalInt by = stopped.isPresent() ? stopped : OptionalInt.of(index);
    return new ShardEntry(run, shard, nonce, settings, beat, arrivals, by);
  }

  /** Whether it is at a step, or beyond. */
  boolean reached(Barrier.Step step) {
    return Arrays.stream(Barrier.Step.values())
        .anyMatch(each -> each.compareTo(step) >= 0 && arrivals.containsKey(each));
  }

  /** The arrival at a step; empty for a step that it has not reached, or has left out. */
  Optional<Arrival> at(Barrier.Step step) {
    return Optional.ofNullable(arrivals.get(step));
  }

  /** Whether it is of a run, and divides its fleet alike. */
  boolean isWith(ShardEntry other) {
    return run.equals(other.run)
        && settings.equals(other.settings)
        && shard.count() == other.shard.count();
  }
}
