package dev.nacoscapacity.core.verdict;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.text.NumberText;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A figure of a run that can have a bound. A criterion on calls combines an operation and a {@link
 * CallFigure}, for example {@code list.p99}.
 *
 * @param name in thresholds and in run.json
 * @param operation of the calls; empty for each operation without a bound of its own, and where the
 *     criterion is not on calls
 * @param figure of the calls; empty where the criterion is not on calls
 * @param usual the default bound; empty when the figure is not judged by default
 * @param atLeast true if the measured value must be at least the bound, false if at most
 * @param most the largest valid bound
 * @param unit {@code share} (0 to 1), {@code ms}, {@code s}, or empty for a count
 * @param asks what the figure is, in words
 */
public record Criterion(
    String name,
    String operation,
    Optional<CallFigure> figure,
    Optional<Double> usual,
    boolean atLeast,
    double most,
    String unit,
    String asks) {

  /**
   * In place of an operation: from writing a registration to the push that contains the instance.
   */
  public static final String PUSH_DELAY = "pushDelay";

  /**
   * Likewise: from writing a registration or deregistration to the push that brings the change to
   * its last subscriber.
   */
  public static final String CHANGE_DELAY = "changeDelay";

  /** Likewise: from writing a configuration's new content to a listener having read it. */
  public static final String CONFIG_CHANGE_DELAY = "configChangeDelay";

  /** Name of the criterion on changes that were not pushed to a subscriber. */
  public static final String UNDELIVERED_CHANGES = "undeliveredChanges";

  private static final List<String> DELAYS = List.of(PUSH_DELAY, CHANGE_DELAY, CONFIG_CHANGE_DELAY);

  /** Operations that are judged in the measurement window. */
  static final Set<Operation> PERIODIC =
      Collections.unmodifiableSet(
          EnumSet.of(
              Operation.BEAT,
              Operation.LIST,
              Operation.LISTEN,
              Operation.SCRAPE,
              Operation.PUBLISH,
              Operation.READ));

  /** A bound in ms that no run reaches. */
  private static final double DAY_MS = 86_400_000;

  private static final double ANY = Double.POSITIVE_INFINITY;

  /**
   * What a trial shows as missing, what its faults keep from subscribers, and that it lasts as long
   * as its faults need.
   */
  private static final Set<String> OF_STEADY_RUNS =
      Set.of("neverAppeared", UNDELIVERED_CHANGES, "window");

  private static final Map<String, Criterion> ALL = new LinkedHashMap<>();

  static {
    // The default bound on beat latency is listed before the figures of every operation.
    all().forEach(criterion -> ALL.putIfAbsent(criterion.name, criterion));
  }

  private static Stream<Criterion> all() {
    return Stream.of(
            Stream.of(
                ofCalls("", CallFigure.ACHIEVED_SHARE, Optional.of(0.99)),
                ofCalls("", CallFigure.FAILED_SHARE, Optional.of(0.001)),
                ofCalls(Operation.BEAT.label(), CallFigure.P99, Optional.of(1_000.0)),
                count(
                    "dropped", "instances that went missing or unhealthy though they kept beating"),
                count(
                    "neverAppeared",
                    "instances acknowledged that a node never listed though they kept beating")),
            RegistryCount.JUDGED.stream().map(c -> count(c.column(), c.description())),
            Stream.of(
                count(
                    UNDELIVERED_CHANGES,
                    "registrations and deregistrations that a subscriber was never told of")),
            Stream.of(
                // Expiry is checked every 5 s, acts at 15 s and 30 s, and takes time to spread.
                ofRun("window", 60, true, ANY, "s", "shortest measurement window"),
                // Lag is part of latency, so it may use up to a tenth of the bound on beats; a
                // pause only delays the calls that are due in it, so it may use half.
                millis("lag.p99", 100, ANY, "the generator's scheduler lag, p99"),
                millis("gcPause", 500, ANY, "the generator's longest GC pause"),
                ofRun(
                    "contention",
                    0.1,
                    false,
                    1,
                    "share",
                    "processor time that others took, in the worst 10 s, before a fault counts"),
                // A node marks an instance as unhealthy after 15 s.
                millis(
                    "beatGap",
                    10_000,
                    DAY_MS,
                    "written beats at most this far apart keep an instance alive beyond doubt")),
            Stream.concat(PERIODIC.stream(), Operation.LIFECYCLE.stream())
                .map(Operation::label)
                .flatMap(
                    label ->
                        figures(label).map(figure -> ofCalls(label, figure, Optional.empty()))),
            DELAYS.stream()
                .flatMap(
                    delay ->
                        figures(delay).map(figure -> ofCalls(delay, figure, Optional.empty()))))
        .flatMap(criteria -> criteria);
  }

  private static Criterion ofCalls(String operation, CallFigure figure, Optional<Double> usual) {
    boolean least = figure == CallFigure.ACHIEVED_SHARE;
    boolean share = figure.isShare();
    return new Criterion(
        nameOf(operation, figure),
        operation,
        Optional.of(figure),
        usual,
        least,
        share ? 1 : ANY,
        share ? "share" : "ms",
        figure.asks());
  }

  private static Criterion count(String name, String asks) {
    return ofRun(name, 0, false, ANY, "", asks);
  }

  private static Criterion millis(String name, double usual, double most, String asks) {
    return ofRun(name, usual, false, most, "ms", asks);
  }

  private static Criterion ofRun(
      String name, double usual, boolean atLeast, double most, String unit, String asks) {
    return new Criterion(name, "", Optional.empty(), Optional.of(usual), atLeast, most, unit, asks);
  }

  /** A criterion outside of {@link Criteria} with an upper bound. */
  public static Criterion most(String name, String unit) {
    return new Criterion(name, "", Optional.empty(), Optional.empty(), false, ANY, unit, "");
  }

  /**
   * The figures of an operation that can have a bound. Calls that clients make once have no
   * required number.
   */
  static Stream<CallFigure> figures(String operation) {
    return Stream.of(CallFigure.values())
        .filter(figure -> !DELAYS.contains(operation) || !figure.isShare())
        .filter(
            figure ->
                figure != CallFigure.ACHIEVED_SHARE
                    || PERIODIC.stream().anyMatch(each -> each.label().equals(operation)));
  }

  /**
   * The name of a bound on an operation's figure; without an operation, of a bound on all
   * operations.
   */
  static String nameOf(String operation, CallFigure figure) {
    return operation.isEmpty() ? figure.label() : operation + "." + figure.label();
  }

  /** Finds a criterion by its name. */
  public static Optional<Criterion> named(String name) {
    return Optional.ofNullable(ALL.get(name));
  }

  /** All criteria by name, in the order of their listing. */
  public static Map<String, Criterion> byName() {
    return Collections.unmodifiableMap(ALL);
  }

  /** Whether it is on calls. */
  public boolean isOnCalls() {
    return figure.isPresent();
  }

  /**
   * Whether a run may end by the figure: it is known while the window runs, and fails a run that
   * breaks its bound.
   */
  public boolean mayAbort() {
    return isOnCalls()
        ? !isOfWholeRun() && !CONFIG_CHANGE_DELAY.equals(operation)
        : RegistryCount.JUDGED.stream()
            .anyMatch(count -> count != RegistryCount.UNKNOWN && count.column().equals(name));
  }

  /** Whether what the criterion judges is counted over the whole run. */
  public boolean isOfWholeRun() {
    return isOfLifecycle() || PUSH_DELAY.equals(operation) || CHANGE_DELAY.equals(operation);
  }

  /** Whether the criterion is on lifecycle calls, which are counted over the whole run. */
  public boolean isOfLifecycle() {
    return Operation.isOfLifecycle(operation);
  }

  /** Whether the verdict of a trial with faults uses the criterion, as that of any run does. */
  public boolean judgesTrials() {
    return !OF_STEADY_RUNS.contains(name);
  }

  /** Whether a measured value is within a bound; a value at the bound is. */
  public boolean keeps(double measured, double bound) {
    return atLeast ? measured >= bound : measured <= bound;
  }

  /**
   * Refuses an invalid bound.
   *
   * @throws IllegalArgumentException when the value is not a valid bound
   */
  void require(double bound) {
    if (!(bound >= 0 && bound <= most)) {
      throw new IllegalArgumentException(
          Double.isInfinite(most)
              ? name + " must not be negative, not " + bound
              : "%s must be 0 to %.0f, not %s".formatted(name, most, bound));
    }
  }

  /** A bound, formatted with its sign. */
  public String bound(double bound) {
    String sign = atLeast ? "≥ " : "≤ ";
    return (unit.isEmpty() && bound == 0 ? "" : sign) + text(bound);
  }

  /** A value of the figure, formatted. */
  public String text(double value) {
    return switch (unit) {
      case "share" -> NumberText.exactPercent(value);
      case "" -> NumberText.count(value);
      default ->
          (value == Math.rint(value) ? NumberText.count(value) : NumberText.decimal(value))
              + " "
              + unit;
    };
  }
}
