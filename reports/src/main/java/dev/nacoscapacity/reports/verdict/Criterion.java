package dev.nacoscapacity.reports.verdict;

import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.stats.RegistryCount;
import dev.nacoscapacity.reports.text.NumberText;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Something that a run can be held to. Those of calls are an operation and a {@link CallFigure}:
 * {@code list} and {@code P99Ms} make {@code listP99Ms}.
 *
 * @param name on the command line, in plans and in run.json
 * @param operation whose calls it is of; empty for those of each operation that has no bound of its
 *     own. Null, like the figure, when it is of no calls
 * @param usual the bound where none is asked for; null for what is then not judged
 * @param atLeast whether the measured value must be at least the bound; else at most
 * @param most the largest bound that there can be
 * @param unit {@code share} (0 to 1), {@code ms}, {@code s}, or empty for a count
 * @param asks what a bound on it says, in words
 */
public record Criterion(
    String name,
    String operation,
    CallFigure figure,
    Double usual,
    boolean atLeast,
    double most,
    String unit,
    String asks) {

  /** In place of an operation: from a registration being written to a push with it. */
  public static final String PUSH_DELAY = "pushDelay";

  /** Judged in the measurement window. */
  static final Set<Operation> PERIODIC =
      Collections.unmodifiableSet(
          EnumSet.of(Operation.BEAT, Operation.LIST, Operation.LISTEN, Operation.SCRAPE));

  /** No run comes near. */
  private static final double DAY_MS = 86_400_000;

  private static final double ANY = Double.POSITIVE_INFINITY;
  private static final Map<String, Criterion> ALL = new LinkedHashMap<>();

  static {
    // Beats have a bound of latency before the figures of every operation follow.
    all().forEach(criterion -> ALL.putIfAbsent(criterion.name, criterion));
  }

  private static Stream<Criterion> all() {
    return Stream.of(
            Stream.of(
                ofCalls("", CallFigure.ACHIEVED_SHARE, 0.99),
                ofCalls("", CallFigure.FAILED_SHARE, 0.001),
                ofCalls(Operation.BEAT.label(), CallFigure.P99, 1_000.0),
                count(
                    "dropped", "instances that went missing or unhealthy though they kept beating"),
                count(
                    "neverAppeared",
                    "instances acknowledged that a node never listed though they kept beating")),
            RegistryCount.JUDGED.stream().map(c -> count(c.column(), c.description())),
            Stream.of(
                // Expiry is checked every 5 s, acts at 15 s and 30 s, and takes time to spread.
                new Criterion(
                    "minWindowSeconds",
                    null,
                    null,
                    60.0,
                    true,
                    ANY,
                    "s",
                    "shortest measurement window"),
                // Lag counts in latency, so it may take up a tenth of what a beat is allowed; a
                // pause delays every call that falls due in it, so half.
                millis("lagP99Ms", 100, ANY, "the generator's scheduler lag, p99"),
                millis("gcPauseMs", 500, ANY, "the generator's longest GC pause"),
                // A node calls an instance unhealthy after 15 s.
                millis(
                    "beatGapMs",
                    10_000,
                    DAY_MS,
                    "written beats at most this far apart keep an instance alive beyond doubt")),
            Stream.concat(PERIODIC.stream(), Operation.LIFECYCLE.stream())
                .map(Operation::label)
                .flatMap(label -> figures(label).map(figure -> ofCalls(label, figure, null))),
            figures(PUSH_DELAY).map(figure -> ofCalls(PUSH_DELAY, figure, null)))
        .flatMap(criteria -> criteria);
  }

  private static Criterion ofCalls(String operation, CallFigure figure, Double usual) {
    boolean least = figure == CallFigure.ACHIEVED_SHARE;
    boolean share = figure.isShare();
    return new Criterion(
        nameOf(operation, figure),
        operation,
        figure,
        usual,
        least,
        share ? 1 : ANY,
        share ? "share" : "ms",
        figure.asks());
  }

  private static Criterion count(String name, String asks) {
    return new Criterion(name, null, null, 0.0, false, ANY, "", asks);
  }

  private static Criterion millis(String name, double usual, double most, String asks) {
    return new Criterion(name, null, null, usual, false, most, "ms", asks);
  }

  /** What is held to no bound of {@link Criteria}, and to the most that it may be. */
  public static Criterion most(String name, String unit) {
    return new Criterion(name, null, null, null, false, ANY, unit, "");
  }

  /**
   * What can be asked of an operation. Nobody requires a number of calls that clients make once.
   */
  static Stream<CallFigure> figures(String operation) {
    return Stream.of(CallFigure.values())
        .filter(figure -> !operation.equals(PUSH_DELAY) || !figure.isShare())
        .filter(
            figure ->
                figure != CallFigure.ACHIEVED_SHARE
                    || PERIODIC.stream().anyMatch(each -> each.label().equals(operation)));
  }

  /** The name of a bound on an operation's figure; without an operation, of all together. */
  static String nameOf(String operation, CallFigure figure) {
    String suffix = figure.suffix();
    return operation.isEmpty()
        ? Character.toLowerCase(suffix.charAt(0)) + suffix.substring(1)
        : operation + suffix;
  }

  /** By its name. */
  public static Optional<Criterion> named(String name) {
    return Optional.ofNullable(ALL.get(name));
  }

  /** All of them, by name, in the order in which they are listed. */
  public static Map<String, Criterion> byName() {
    return Collections.unmodifiableMap(ALL);
  }

  /** Whether it is of calls of the whole run, when clients come or go. */
  public boolean isOfLifecycle() {
    return operation != null && Operation.isOfLifecycle(operation);
  }

  /** Whether a measured value keeps a bound; one at the bound does. */
  public boolean keeps(double measured, double bound) {
    return atLeast ? measured >= bound : measured <= bound;
  }

  /**
   * Refuses what can be no bound.
   *
   * @throws IllegalArgumentException when it is none
   */
  void require(double bound) {
    if (!(bound >= 0 && bound <= most)) {
      throw new IllegalArgumentException(
          Double.isInfinite(most)
              ? name + " must not be negative, not " + bound
              : "%s must be 0 to %.0f, not %s".formatted(name, most, bound));
    }
  }

  /** A bound as people read it, with its sign. */
  public String bound(double bound) {
    String sign = atLeast ? "≥ " : "≤ ";
    return (unit.isEmpty() && bound == 0 ? "" : sign) + text(bound);
  }

  /** A value of it as people read it. */
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
