package dev.nacoscapacity.reports.verdict;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.stats.RegistryCount;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The bounds of a pass. A value at its bound passes.
 *
 * @param bounds by the name of their {@link Criterion}, in its order: the usual ones, and what else
 *     was asked for
 */
public record Criteria(Map<String, Double> bounds) {

  /**
   * Lays bounds over the usual ones. A name that no criterion has is left out: a record of another
   * version may have it.
   *
   * @throws IllegalArgumentException when a bound is none
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public Criteria {
    Map<String, Double> all = new LinkedHashMap<>();
    for (Criterion criterion : Criterion.byName().values()) {
      Double bound = bounds.getOrDefault(criterion.name(), criterion.usual());
      if (bound != null) {
        criterion.require(bound);
        all.put(criterion.name(), bound);
      }
    }
    bounds = Collections.unmodifiableMap(all);
  }

  /** The bounds used when none are given. */
  public static Criteria defaults() {
    return new Criteria(Map.of());
  }

  /**
   * The same bounds but for one.
   *
   * @throws IllegalArgumentException when there is no such criterion, or it is no bound
   */
  public Criteria with(String name, double bound) {
    if (Criterion.named(name).isEmpty()) {
      throw new IllegalArgumentException("no criterion '" + name + "'");
    }
    Map<String, Double> other = new LinkedHashMap<>(bounds);
    other.put(name, bound);
    return new Criteria(other);
  }

  /** The same bounds, but a shorter or longer window may pass. */
  public Criteria withMinWindow(Duration window) {
    return with("minWindowSeconds", window.toMillis() / 1e3);
  }

  /** In run.json; whole numbers as such. */
  @JsonValue
  Map<String, Number> json() {
    Map<String, Number> plain = new LinkedHashMap<>();
    bounds.forEach(
        (name, bound) ->
            plain.put(
                name,
                bound == Math.rint(bound) && Math.abs(bound) < Long.MAX_VALUE
                    ? (Number) bound.longValue()
                    : bound));
    return plain;
  }

  /** The bounds that are not the usual ones. */
  public Map<String, Number> asked() {
    Map<String, Number> asked = json();
    asked.keySet().removeIf(name -> !isAsked(name));
    return asked;
  }

  private boolean isAsked(String name) {
    return bounds.containsKey(name)
        && !bounds.get(name).equals(Criterion.named(name).orElseThrow().usual());
  }

  /**
   * What an operation's figure is held to: its own bound, else that of all operations.
   *
   * @param operation its label in a record; {@code beat.http} is a beat, too
   * @return empty when it is not judged
   */
  public Optional<Criterion> of(String operation, CallFigure figure) {
    String own = Criterion.nameOf(Operation.withoutTransport(operation), figure);
    String general = Criterion.nameOf("", figure);
    return bounds.containsKey(own)
        ? Criterion.named(own)
        : Criterion.named(general).filter(known -> bounds.containsKey(general));
  }

  /** The bound of a criterion that these have. */
  public double bound(Criterion criterion) {
    return bounds.get(criterion.name());
  }

  /** Whether a criterion's bound is not the usual one, so that somebody asked for it. */
  public boolean isAsked(Criterion criterion) {
    return isAsked(criterion.name());
  }

  /** The most that a node may show of a figure; empty when the figure is not judged. */
  public OptionalLong bound(RegistryCount figure) {
    Double most = bounds.get(figure.column());
    return most == null ? OptionalLong.empty() : OptionalLong.of(most.longValue());
  }

  /** The most of what a node may show, by the column of a {@link RegistryCount}. */
  public Map<String, Long> registry() {
    Map<String, Long> most = new LinkedHashMap<>();
    RegistryCount.JUDGED.forEach(figure -> most.put(figure.column(), bound(figure).getAsLong()));
    return most;
  }

  /** Most instances that may have been dropped although they kept beating. */
  public long dropped() {
    return bounds.get("dropped").longValue();
  }

  /** Most instances that a node may never have listed although they kept beating. */
  public long neverAppeared() {
    return bounds.get("neverAppeared").longValue();
  }

  /** Shortest measurement window that can pass. */
  public double minWindowSeconds() {
    return bounds.get("minWindowSeconds");
  }

  /**
   * Largest 99th percentile of scheduler lag before the generator counts as the limit, and of the
   * wait for a connection that a bound of its own makes.
   */
  public double lagP99Ms() {
    return bounds.get("lagP99Ms");
  }

  /** Longest stop-the-world pause of the generator before it counts as the limit. */
  public double gcPauseMs() {
    return bounds.get("gcPauseMs");
  }

  /** Largest 99th percentile of beat latency. */
  public double beatP99Ms() {
    return bounds.get("beatP99Ms");
  }

  /** Largest share of beats that may fail. */
  public double beatFailedShare() {
    return bound(of("beat", CallFigure.FAILED_SHARE).orElseThrow());
  }

  /**
   * Written beats at most this far apart keep an instance of a client over HTTP alive beyond doubt,
   * or over gRPC. There any call on an instance's connection is as good as a beat, an idle
   * connection owes one only after 5 s, and a node first asks a client whether it is there after 20
   * s: half as much again.
   */
  public double beatGapMs(boolean grpc) {
    double gap = bounds.get("beatGapMs");
    return grpc ? 1.5 * gap : gap;
  }
}
