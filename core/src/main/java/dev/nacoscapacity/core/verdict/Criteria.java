package dev.nacoscapacity.core.verdict;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RegistryCount;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The bounds of a pass. A value at its bound passes.
 *
 * @param bounds by the name of their {@link Criterion}, in its order: the defaults, and other
 *     bounds that the user set
 * @param asked the names of the bounds that the user set, which may equal the default
 * @param aborts by the name of a bound that ends the run: how much of the window has to be over
 */
public record Criteria(
    Map<String, Double> bounds, Set<String> asked, Map<String, Duration> aborts) {

  /**
   * Overrides the default bounds. An unknown name is ignored, since a record of another version may
   * contain it.
   *
   * @throws IllegalArgumentException when a value is not a valid bound
   */
  public Criteria {
    Map<String, Double> all = new LinkedHashMap<>();
    for (Criterion criterion : Criterion.byName().values()) {
      Double bound = bounds.get(criterion.name());
      Optional.ofNullable(bound)
          .or(criterion::usual)
          .ifPresent(
              value -> {
                criterion.require(value);
                all.put(criterion.name(), value);
              });
    }
    bounds = Collections.unmodifiableMap(all);
    Set<String> names = new LinkedHashSet<>(all.keySet());
    names.retainAll(asked);
    asked = Collections.unmodifiableSet(names);
    aborts = Map.copyOf(aborts);
  }

  /** Bounds by which no run ends. */
  public Criteria(Map<String, Double> bounds, Set<String> asked) {
    this(bounds, asked, Map.of());
  }

  /** The bounds of a record, of which those that differ from the defaults were surely set. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Criteria recorded(Map<String, Double> bounds) {
    Criteria all = new Criteria(bounds, Set.of());
    return all.withAsked(
        all.bounds.keySet().stream()
            .filter(
                name ->
                    !Criterion.named(name)
                        .flatMap(Criterion::usual)
                        .equals(Optional.of(all.bounds.get(name))))
            .collect(Collectors.toSet()));
  }

  /** The same bounds, of which the user set these. */
  Criteria withAsked(Collection<String> names) {
    return new Criteria(bounds, Set.copyOf(names), aborts);
  }

  /** The default bounds. */
  public static Criteria defaults() {
    return new Criteria(Map.of(), Set.of());
  }

  /**
   * The same bounds with one that the user sets.
   *
   * @throws IllegalArgumentException when there is no such criterion, or the value is not a valid
   *     bound
   */
  public Criteria with(String name, double bound) {
    if (Criterion.named(name).isEmpty()) {
      throw new IllegalArgumentException("no criterion '" + name + "'");
    }
    Map<String, Double> other = new LinkedHashMap<>(bounds);
    other.put(name, bound);
    Set<String> set = new HashSet<>(asked);
    set.add(name);
    return new Criteria(other, set, aborts);
  }

  /** The same bounds with another minimum length of the window. */
  public Criteria withMinWindow(Duration window) {
    return with("window", window.toMillis() / 1e3);
  }

  /** The bounds in run.json; whole numbers are written without decimals. */
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

  /** The thresholds that the user set. */
  public List<Threshold> thresholds() {
    return bounds.keySet().stream()
        .filter(asked::contains)
        .map(
            name ->
                new Threshold(
                    Criterion.named(name).orElseThrow(),
                    bounds.get(name),
                    Optional.ofNullable(aborts.get(name))))
        .toList();
  }

  /** The same bounds with one that the user sets. */
  public Criteria with(Threshold threshold) {
    String name = threshold.criterion().name();
    Criteria changed = with(name, threshold.bound());
    Map<String, Duration> ending = new HashMap<>(aborts);
    ending.remove(name);
    threshold.abortAfter().ifPresent(after -> ending.put(name, after));
    return new Criteria(changed.bounds, changed.asked, ending);
  }

  /** The same bounds, by which no run ends. */
  public Criteria withoutAborts() {
    return new Criteria(bounds, asked);
  }

  /**
   * The criterion for a figure of an operation: the operation's own, otherwise the one for all
   * operations.
   *
   * @param operation its label in a record; {@code beat.http} is a beat, too
   * @return empty when the figure is not judged
   */
  public Optional<Criterion> of(String operation, CallFigure figure) {
    String own = Criterion.nameOf(Operation.withoutTransport(operation), figure);
    String general = Criterion.nameOf("", figure);
    return bounds.containsKey(own)
        ? Criterion.named(own)
        : Criterion.named(general).filter(criterion -> bounds.containsKey(general));
  }

  /** The bound of a criterion in these criteria. */
  public double bound(Criterion criterion) {
    return bounds.get(criterion.name());
  }

  /** Whether the user set the bound of a criterion. */
  public boolean isAsked(Criterion criterion) {
    return asked.contains(criterion.name());
  }

  /** The maximum that a node may show of a figure; empty when the figure is not judged. */
  public OptionalLong bound(RegistryCount figure) {
    Double most = bounds.get(figure.column());
    return most == null ? OptionalLong.empty() : OptionalLong.of(most.longValue());
  }

  /**
   * The maximum of each figure that a node may show, by the column of its {@link RegistryCount}.
   */
  public Map<String, Long> registry() {
    Map<String, Long> most = new LinkedHashMap<>();
    RegistryCount.JUDGED.forEach(figure -> most.put(figure.column(), bound(figure).getAsLong()));
    return most;
  }

  /** Maximum number of instances that may be dropped although they kept beating. */
  public long dropped() {
    return bounds.get("dropped").longValue();
  }

  /** Maximum number of instances that a node may never list although they kept beating. */
  public long neverAppeared() {
    return bounds.get("neverAppeared").longValue();
  }

  /** Maximum number of changes that a subscriber may never be told of. */
  public long undeliveredChanges() {
    return bounds.get(Criterion.UNDELIVERED_CHANGES).longValue();
  }

  /** Shortest measurement window that can pass. */
  public double minWindowSeconds() {
    return bounds.get("window");
  }

  /**
   * Largest 99th percentile of scheduler lag before the generator counts as the limit; also of the
   * wait for a connection at the generator's own bound.
   */
  public double lagP99Ms() {
    return bounds.get("lag.p99");
  }

  /**
   * Largest share of the machine's processor time that others may have before a fault is theirs.
   */
  public double contentionShare() {
    return bounds.get("contention");
  }

  /** Longest stop-the-world pause of the generator before it counts as the limit. */
  public double gcPauseMs() {
    return bounds.get("gcPause");
  }

  /** Largest 99th percentile of beat latency. */
  public double beatP99Ms() {
    return bounds.get("beat.p99");
  }

  /** Largest share of beats that may fail. */
  public double beatFailedShare() {
    return bound(of("beat", CallFigure.FAILED_SHARE).orElseThrow());
  }

  /**
   * The largest interval between written beats that certainly keeps an instance alive, over HTTP or
   * gRPC. Over gRPC the interval is half as long again: any call on a connection counts as a beat,
   * an idle connection sends a health check only after 5 s, and a node checks an idle client only
   * after 20 s.
   */
  public double beatGapMs(boolean grpc) {
    double gap = bounds.get("beatGap");
    return grpc ? 1.5 * gap : gap;
  }
}
