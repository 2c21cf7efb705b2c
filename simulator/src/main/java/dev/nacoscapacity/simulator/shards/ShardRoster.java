package dev.nacoscapacity.simulator.shards;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.run.Barrier;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a shard knows of the others of its run from the entries that it has read, and what is wrong
 * with them. An entry counts once it was seen to be renewed, since those of a run that was killed
 * stay for half a minute. Moments are nanoseconds of a clock; not safe for several threads.
 */
final class ShardRoster {

  /** How long shards wait for one that was never there. */
  static final Duration PATIENCE = Duration.ofMinutes(5);

  /**
   * A shard that renews nothing for so long is dead. It is longer than a cluster needs to leave a
   * dead node, which may answer for a shard's entry.
   */
  static final Duration SILENCE = Duration.ofSeconds(90);

  /**
   * More time between two looks says no more about the others: this process was paused, or nodes
   * answered nobody. But each look counts, or a slow registry would hide a death for ever.
   */
  static final Duration PAUSE = Duration.ofSeconds(10);

  /** Two runs are at once there, if they are, within so long. */
  static final Duration CONFUSION = Duration.ofSeconds(10);

  /** All shards are at a step. */
  record Gathering(boolean well, Instant last) {}

  /**
   * What is wrong.
   *
   * @param shard number of the one that stopped the run for it
   */
  record Fault(int shard, Message message) {}

  private static final class Sighting {
    private ShardEntry entry;
    private final long first;
    private long renewed;

    /**
     * @param observed as {@link ShardRoster#observed} is
     */
    private Sighting(ShardEntry entry, long observed) {
      this.entry = entry;
      this.first = observed;
      this.renewed = observed;
    }

    private boolean isRenewed() {
      return renewed != first;
    }

    private int index() {
      return entry.shard().index();
    }
  }

  private final List<String> settings;
  private final Map<String, Sighting> byNonce = new HashMap<>();
  private final Map<String, Long> strangersSince = new HashMap<>();
  private long lastLook;

  /** Nanoseconds of which the looks tell; sightings are at moments of it. */
  private long observed;

  /** The other processes of the run, by their nonces; empty until all were there at once. */
  private final Set<String> members = new HashSet<>();

  private boolean gathered;

  /**
   * @param settings names of the settings in an entry, in their order
   */
  ShardRoster(List<String> settings, long now) {
    this.settings = List.copyOf(settings);
    this.lastLook = now;
  }

  /** Takes what a node listed. */
  void saw(ShardEntry own, List<ShardEntry> listed, long now) {
    observed += Math.min(now - lastLook, PAUSE.toNanos());
    lastLook = now;
    for (ShardEntry entry : listed) {
      if (entry.run().equals(own.run()) && !entry.nonce().equals(own.nonce())) {
        Sighting before =
            byNonce.computeIfAbsent(entry.nonce(), n -> new Sighting(entry, observed));
        if (entry.beat() > before.entry.beat()) {
          before.entry = entry;
          before.renewed = observed;
        }
      }
    }
  }

  private boolean isAlive(Sighting other) {
    return other.isRenewed() && observed - other.renewed <= SILENCE.toNanos();
  }

  /** Whether all shards are at a step; for the start they all have to be there at once. */
  Optional<Gathering> gathering(Barrier.Step step, ShardEntry own) {
    Map<Integer, ShardEntry> there = new TreeMap<>();
    newest(own).values().stream()
        .filter(each -> step != Barrier.Step.STARTED || isAlive(each))
        .map(each -> each.entry)
        .filter(entry -> entry.reached(step))
        .forEach(entry -> there.put(entry.shard().index(), entry));
    if (own.reached(step)) {
      there.put(own.shard().index(), own);
    }
    if (there.size() < own.shard().count()) {
      return Optional.empty();
    }
    if (!gathered) {
      gathered = true;
      there.values().forEach(entry -> members.add(entry.nonce()));
    }
    List<Optional<ShardEntry.Arrival>> arrivals =
        there.values().stream().map(entry -> entry.at(step)).toList();
    return Optional.of(
        new Gathering(
            arrivals.stream().allMatch(each -> each.filter(ShardEntry.Arrival::well).isPresent()),
            arrivals.stream()
                .flatMap(Optional::stream)
                .map(ShardEntry.Arrival::at)
                .max(Comparator.naturalOrder())
                .orElse(Instant.EPOCH)));
  }

  /**
   * The newest entry of each other shard of the run, by its number; once all were there, theirs.
   */
  private Map<Integer, Sighting> newest(ShardEntry own) {
    Map<Integer, Sighting> newest = new TreeMap<>();
    byNonce.values().stream()
        .filter(each -> each.isRenewed() && each.entry.isWith(own))
        .filter(each -> !gathered || members.contains(each.entry.nonce()))
        .sorted(Comparator.comparingLong(each -> each.first))
        .forEach(each -> newest.put(each.index(), each));
    return newest;
  }

  /** What is wrong with the run; empty when nothing is. */
  Optional<Fault> fault(ShardEntry own, long now) {
    return doubled(own)
        .or(() -> gathered ? Optional.empty() : stranger(own, now))
        .or(() -> unread(own, now))
        .or(() -> missing(own))
        .or(() -> stopped(own))
        .or(() -> gathered ? silent(own) : Optional.empty());
  }

  /** Two that were both renewed after both were there: one that was started again is one. */
  private Optional<Fault> doubled(ShardEntry own) {
    List<Sighting> others =
        byNonce.values().stream().filter(each -> isAlive(each) && each.entry.isWith(own)).toList();
    for (Sighting one : others) {
      boolean likeOwn = one.index() == own.shard().index();
      boolean likeAnother =
          others.stream()
              .anyMatch(
                  other ->
                      other != one
                          && other.index() == one.index()
                          && other.renewed - one.first > 0
                          && one.renewed - other.first > 0);
      if (likeOwn || likeAnother) {
        return fault(one.index(), "doubled", own);
      }
    }
    return Optional.empty();
  }

  private Optional<Fault> stopped(ShardEntry own) {
    return newest(own).values().stream()
        .filter(each -> isAlive(each) && each.entry.stopped().isPresent())
        .findFirst()
        .flatMap(each -> fault(each.entry.stopped().getAsInt(), "stopped", own));
  }

  private Optional<Fault> silent(ShardEntry own) {
    return newest(own).values().stream()
        .filter(each -> !isAlive(each) && !each.entry.reached(Barrier.Step.SWEPT))
        .findFirst()
        .map(
            each ->
                new Fault(
                    each.index(),
                    Message.of(
                        "stop.shards.silent",
                        with("shard", each.index() + "/" + own.shard().count())
                            .and("seconds", SILENCE.toSeconds()))));
  }

  private static Optional<Fault> fault(int shard, String what, ShardEntry own) {
    return Optional.of(
        new Fault(
            shard,
            Message.of("stop.shards." + what, with("shard", shard + "/" + own.shard().count()))));
  }

  /**
   * Shards with this run's seed and other settings, of which none has a number that this run has,
   * too: then they were meant for one run, and are not two.
   */
  private Optional<Fault> stranger(ShardEntry own, long now) {
    Set<Integer> numbers = new TreeSet<>(Set.of(own.shard().index()));
    List<ShardEntry> strangers = new ArrayList<>();
    for (Sighting each : byNonce.values()) {
      if (isAlive(each)) {
        if (each.entry.isWith(own)) {
          numbers.add(each.index());
        } else {
          strangers.add(each.entry);
        }
      }
    }
    Map<String, List<ShardEntry>> runs =
        strangers.stream().collect(Collectors.groupingBy(e -> e.settings() + e.shard().count()));
    runs.values().removeIf(run -> run.stream().anyMatch(e -> numbers.contains(e.shard().index())));
    strangersSince.keySet().retainAll(runs.keySet());
    runs.keySet().forEach(run -> strangersSince.putIfAbsent(run, now));
    return runs.entrySet().stream()
        .filter(run -> now - strangersSince.get(run.getKey()) >= CONFUSION.toNanos())
        .map(run -> run.getValue().get(0))
        .findFirst()
        .map(
            other ->
                new Fault(
                    own.shard().index(),
                    Message.of(
                        "stop.shards.mixed",
                        with("shard", other.shard().toString())
                            .and("setting", other(own, other)))));
  }

  /** The name of a setting in which two entries differ. */
  private String other(ShardEntry own, ShardEntry other) {
    if (own.shard().count() != other.shard().count()) {
      return "--shard";
    }
    return IntStream.range(0, settings.size())
        .filter(i -> !digest(own, i).equals(digest(other, i)))
        .mapToObj(settings::get)
        .findFirst()
        .orElse("settings");
  }

  private static String digest(ShardEntry entry, int setting) {
    int end = Math.min(entry.settings().length(), (setting + 1) * ShardEntry.DIGEST);
    return entry.settings().substring(Math.min(end, setting * ShardEntry.DIGEST), end);
  }

  private Optional<Fault> unread(ShardEntry own, long now) {
    return now - lastLook < PATIENCE.toNanos()
        ? Optional.empty()
        : Optional.of(
            new Fault(
                own.shard().index(),
                Message.of("stop.shards.unread", with("minutes", PATIENCE.toMinutes()))));
  }

  private Optional<Fault> missing(ShardEntry own) {
    if (gathered || observed < PATIENCE.toNanos()) {
      return Optional.empty();
    }
    Map<Integer, Sighting> others = newest(own);
    List<Integer> missing =
        IntStream.rangeClosed(1, own.shard().count())
            .filter(index -> index != own.shard().index())
            .filter(index -> !others.containsKey(index) || !isAlive(others.get(index)))
            .boxed()
            .toList();
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Fault(
                own.shard().index(),
                Message.of(
                    "stop.shards.missing",
                    with("missing", missing)
                        .and("count", own.shard().count())
                        .and("minutes", PATIENCE.toMinutes()))));
  }
}
