package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.core.cli.HelpRequest;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.CallFigure;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Criterion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The option for the bounds of the verdict, for every command that judges runs. */
public final class CriteriaOptions {

  private static final String NAME = "--criteria";
  private static final String HELP = "help";

  @Option(
      names = NAME,
      paramLabel = "NAME=VALUE",
      split = ",",
      mapFallbackValue = "",
      converter = BoundName.class,
      description =
          "other bounds of the verdict, for example beatP99Ms=500,listP99Ms=800; --criteria help"
              + " lists all")
  private Map<String, String> criteria = Map.of();

  /** Asks for the list of bounds before picocli checks required options. */
  private static final class BoundName implements ITypeConverter<String> {

    @Override
    public String convert(String name) {
      if (name.equals(HELP)) {
        throw new HelpRequest(help());
      }
      return name;
    }
  }

  /**
   * Returns the default bounds, overridden by the given ones.
   *
   * @throws UsageException when there is no such bound, or a value is invalid
   */
  public Criteria criteria() {
    return criteria(Criteria.defaults());
  }

  /**
   * Returns other defaults, overridden by the given bounds.
   *
   * @throws UsageException when there is no such bound, or a value is invalid
   */
  public Criteria criteria(Criteria defaults) {
    Criteria result = defaults;
    for (Map.Entry<String, String> bound : criteria.entrySet()) {
      result = with(result, bound.getKey(), bound.getValue());
    }
    return result;
  }

  /**
   * Returns bounds with one of them replaced.
   *
   * @throws UsageException when there is no such bound, or the value is invalid
   */
  public static Criteria with(Criteria criteria, String name, String bound) {
    UsageException.unless(
        Criterion.named(name).isPresent(),
        NAME,
        "knows no '%s': %s %s lists what it knows".formatted(name, NAME, HELP));
    try {
      return criteria.with(name, Double.parseDouble(bound));
    } catch (NumberFormatException e) {
      throw new UsageException(NAME + " " + name + " is a number, not '" + bound + "'");
    } catch (IllegalArgumentException e) {
      throw new UsageException(NAME + ": " + e.getMessage());
    }
  }

  /**
   * Refuses a measurement window in which no run could pass or fail.
   *
   * @throws UsageException naming the shortest one
   */
  public static void requireLongEnough(Duration window, Criteria bounds) {
    UsageException.unless(
        window.toMillis() / 1e3 >= bounds.minWindowSeconds(),
        "--duration",
        ("%d s is too short for a verdict, which asks for %.0f s, so no run could decide: make it"
                + " longer, or add --criteria minWindowSeconds=%1$d")
            .formatted(window.toSeconds(), bounds.minWindowSeconds()));
  }

  /**
   * Refuses a bound that would have no effect on a trial with faults.
   *
   * @throws UsageException naming the bound
   */
  public static void requireOfTrials(String name) {
    UsageException.unless(
        Criterion.named(name).orElseThrow().judgesTrials(),
        NAME,
        "%s judges no run in which nodes break: leave it out".formatted(name));
  }

  /** The option that sets these bounds; empty for the defaults. */
  public static List<String> arguments(Criteria criteria) {
    return criteria.askedBounds().isEmpty() ? List.of() : List.of(argument(criteria.askedBounds()));
  }

  /** The option that sets bounds, by their names. */
  public static String argument(Map<String, ?> bounds) {
    return NAME
        + bounds.entrySet().stream()
            .map(bound -> bound.getKey() + "=" + bound.getValue())
            .collect(Collectors.joining(",", "=", ""));
  }

  /** The lines of {@code --criteria help}. */
  static List<String> help() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "What a run is judged by, with the bound where none is asked for; a value at it passes:");
    Map<String, List<String>> ofCalls = new LinkedHashMap<>();
    for (Criterion criterion : Criterion.byName().values()) {
      if (criterion.usual().isPresent()) {
        String sign = criterion.atLeast() ? "≥ " : "≤ ";
        lines.add(
            line(
                criterion.name(),
                sign + NumberText.exact(criterion.usual().get()),
                criterion.asks()));
      }
      if (criterion.isOnCalls() && !criterion.operation().isEmpty()) {
        ofCalls
            .computeIfAbsent(criterion.operation(), all -> new ArrayList<>())
            .add(criterion.name());
      }
    }
    lines.add("");
    lines.add(
        "Of one operation, judged when asked for, in place of achievedShare and failedShare:");
    ofCalls.values().forEach(names -> lines.add("  " + String.join(" ", names)));
    lines.add("");
    for (CallFigure figure : CallFigure.values()) {
      lines.add(line("..." + figure.suffix(), "", figure.asks()));
    }
    lines.add("");
    lines.add(
        "Shares are 0 to 1, times are in ms. beat, list, listen, scrape, publish and read: of the");
    lines.add(
        "measurement window; all others: of the whole run. pushDelay: from a registration to a push"
            + " with it;");
    lines.add(
        "changeDelay: from a registration or deregistration after the ramp to its last"
            + " subscriber;");
    lines.add(
        "configChangeDelay: from a publish to each listener's read, of the measurement window.");
    return lines;
  }

  private static String line(String name, String bound, String asks) {
    return NumberText.of("  %-20s %-8s %s", name, bound, asks);
  }
}
