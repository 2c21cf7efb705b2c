package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.core.cli.HelpRequest;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.CallFigure;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Criterion;
import dev.nacoscapacity.core.verdict.Threshold;
import dev.nacoscapacity.core.yaml.Section;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option for the bounds of the verdict, for every command that judges runs. */
public final class ThresholdOptions {

  private static final String NAME = "--threshold";
  private static final String HELP = "help";

  /** The key of a list of bounds in a file: that of the option. */
  public static final String KEY = "threshold";

  @Option(
      names = NAME,
      paramLabel = "FIGURE<VALUE",
      split = ",",
      converter = ThresholdConverter.class,
      description =
          "a bound of the verdict in place of the usual one, such as beat.p99<500ms, failed<0.1%% or"
              + " missing==0; with 'abort after 30s' behind it a run ends once it is broken; may be"
              + " repeated; --threshold help lists all figures")
  private List<Threshold> thresholds = List.of();

  private static final class ThresholdConverter implements ITypeConverter<Threshold> {

    /** Asks for the list of figures before picocli checks required options. */
    @Override
    public Threshold convert(String text) {
      if (text.equals(HELP)) {
        throw new HelpRequest(help());
      }
      try {
        return Threshold.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage() + "; --threshold help lists all figures");
      }
    }
  }

  /**
   * The bounds in a file, a list or a single one; none where it has none.
   *
   * @throws dev.nacoscapacity.core.yaml.YamlException saying where one is none
   */
  public static List<Threshold> read(Section section) {
    List<String> texts = section.has(KEY) ? section.values(KEY) : List.of();
    return texts.stream()
        .map(
            text -> {
              try {
                return Threshold.parse(text);
              } catch (IllegalArgumentException e) {
                throw section.fault(KEY, e.getMessage());
              }
            })
        .toList();
  }

  /** Returns the default bounds, overridden by the given ones. */
  public Criteria criteria(Criteria defaults) {
    Criteria result = defaults;
    for (Threshold threshold : thresholds) {
      result = result.with(threshold);
    }
    return result;
  }

  /**
   * Refuses a measurement window in which no run could pass or fail.
   *
   * @param option that asks for it
   * @throws UsageException naming the shortest one
   */
  public static void requireLongEnough(String option, Duration window, Criteria bounds) {
    UsageException.unless(
        window.toMillis() / 1e3 >= bounds.minWindowSeconds(),
        option,
        ("%d s is too short for a verdict, which asks for %.0f s, so no run could decide: make it"
                + " longer, or add --threshold 'window>=%1$ds'")
            .formatted(window.toSeconds(), bounds.minWindowSeconds()));
  }

  /** Refuses a bound that would have no effect on a trial with faults. */
  void requireOfTrials() {
    thresholds.forEach(each -> requireOfTrials(NAME, each));
  }

  /**
   * Refuses such a bound.
   *
   * @param where the option, or the file and key, that has it
   * @throws UsageException naming the bound
   */
  static void requireOfTrials(String where, Threshold threshold) {
    UsageException.unless(
        threshold.criterion().judgesTrials(),
        where,
        "%s judges no run in which nodes break: leave it out".formatted(threshold));
  }

  /** The options that set bounds. */
  public static List<String> arguments(List<Threshold> thresholds) {
    return thresholds.stream().map(threshold -> NAME + "=" + threshold).toList();
  }

  /** The lines of {@code --threshold help}. */
  static List<String> help() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "What a run is judged by; each of these bounds can be replaced. A figure at it passes:");
    Map<String, Set<CallFigure>> ofCalls = new LinkedHashMap<>();
    for (Criterion criterion : Criterion.byName().values()) {
      criterion
          .usual()
          .ifPresent(
              usual ->
                  lines.add(line(new Threshold(criterion, usual).toString(), criterion.asks())));
      criterion
          .figure()
          .filter(figure -> !criterion.operation().isEmpty())
          .ifPresent(
              figure ->
                  ofCalls
                      .computeIfAbsent(criterion.operation(), all -> new TreeSet<>())
                      .add(figure));
    }
    lines.add("");
    lines.add(
        "Of one kind of call, judged when asked for, in place of achieved and failed of all:");
    ofCalls.forEach(
        (operation, figures) ->
            lines.add(
                line(
                    operation,
                    figures.stream().map(CallFigure::label).collect(Collectors.joining(" ")))));
    lines.add("");
    for (CallFigure figure : CallFigure.values()) {
      lines.add(line("*." + figure.label(), figure.asks()));
    }
    lines.addAll(
        List.of(
            "",
            "Write <, <=, > or >=, and == for 0; shares as 0.1% or 0.001, times as 500ms, 2s or 1m.",
            "'beat.p99<500ms abort after 30s' ends the run, which fails, when the figure so far in the",
            "window breaks the bound, from 30 s on (10 s without 'after').",
            "beat, list, listen, scrape, publish and read are those of the measurement window, all",
            "others those of the whole run. pushDelay: from a registration to a push with it;",
            "changeDelay: from a registration or deregistration after the ramp to its last subscriber;",
            "configChangeDelay: from a publish to each listener's read, of the measurement window."));
    return lines;
  }

  private static String line(String name, String asks) {
    return NumberText.of("  %-24s %s", name, asks);
  }
}
