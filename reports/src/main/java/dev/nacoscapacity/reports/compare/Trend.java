package dev.nacoscapacity.reports.compare;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;

import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.reports.compare.Measure.Value;
import dev.nacoscapacity.reports.compare.Measure.WorseSide;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The figures of any number of runs over time. Each run is judged by the earlier runs of its own
 * settings, which are a series.
 *
 * @param runs in the order in which they began
 * @param series in the order in which they began
 * @param figures those that at least one run has
 */
public record Trend(List<Run> runs, List<Series> series, List<Figure> figures) {

  /** Fewer earlier runs than these do not tell how much runs scatter. */
  public static final int LEAST_EARLIER = 5;

  /** A difference below this share of the median is not worth a word. */
  private static final double LEAST_SHARE = 0.05;

  /** Nor is one below these milliseconds: most waits and retries take none. */
  private static final double LEAST_MS = 0.1;

  private static final double SIGMAS = 3;

  /** Few runs underestimate their own scatter: with ten of them the band is twice as wide. */
  private static final double FEW = 10;

  /** Of a normal distribution, in median absolute deviations. */
  private static final double SIGMA = 1.4826;

  /**
   * A run.
   *
   * @param path of its folder, as it was given or found
   * @param status empty for a run without a verdict
   * @param series number of its series, from 0
   */
  public record Run(Path path, Instant startedAt, Optional<Status> status, int series) {

    /** Whether its figures prove something, so that it is judged, and others by it. */
    public boolean conclusive() {
      return status.filter(own -> own != Status.INCONCLUSIVE).isPresent();
    }
  }

  /**
   * Runs of the same settings.
   *
   * @param first number of its first run, from 0
   * @param size number of its runs
   * @param changed settings that differ from those of the series before, as {@code old → new}
   * @param caution why its figures say less than a measurement of Nacos; empty for such a one
   */
  public record Series(
      int first, int size, Map<String, String> changed, Optional<Message> caution) {}

  /**
   * What the earlier runs of a series let expect of the next one.
   *
   * @param median of theirs, in the unit of the figure, like the two bounds, which are within
   */
  public record Expected(double median, double low, double high) {

    /** The band of one or more earlier values. */
    static Expected of(double[] earlier, Measure measure) {
      double median = Spread.quantile(earlier, 0.5);
      double[] deviations = DoubleStream.of(earlier).map(each -> Math.abs(each - median)).toArray();
      double sigma = SIGMA * Spread.quantile(deviations, 0.5);
      if (measure.isCount()) {
        // Even what happens at random scatters by the root of its count.
        sigma = Math.max(sigma, Math.sqrt(Math.max(1, median)));
      }
      double least = measure.unit().equals("ms") ? LEAST_MS : 0;
      double width =
          DoubleStream.of(least, LEAST_SHARE * median, SIGMAS * (1 + FEW / earlier.length) * sigma)
              .max()
              .getAsDouble();
      return new Expected(median, Math.max(0, median - width), median + width);
    }

    private Standing standing(double value, WorseSide worse) {
      if (value >= low && value <= high) {
        return Standing.WITHIN;
      }
      return value > high == (worse == WorseSide.ABOVE) ? Standing.WORSE : Standing.BETTER;
    }
  }

  /** Where a figure of a run stands to the band. */
  public enum Standing {
    WITHIN,
    WORSE,
    BETTER,
    /** Unknown, inconclusive, with too few earlier runs, or a figure that is never judged. */
    UNJUDGED;

    /** In lower case. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    boolean out() {
      return this == WORSE || this == BETTER;
    }
  }

  /**
   * One figure of all runs.
   *
   * @param expected of each run; empty where the run is not judged
   */
  public record Figure(Measure measure, List<Optional<Expected>> expected) {

    /** The value of a run, if it has one. */
    public Optional<Double> value(int run) {
      return measure.values().get(run).map(Value::value);
    }

    /** Where a run stands. */
    public Standing standing(int run) {
      return expected
          .get(run)
          .map(band -> band.standing(value(run).orElseThrow(), measure.worse()))
          .orElse(Standing.UNJUDGED);
    }

    /** The first run that is out of its band, on whichever side. */
    public Optional<Integer> firstOut() {
      return IntStream.range(0, expected.size())
          .filter(run -> standing(run).out())
          .boxed()
          .findFirst();
    }
  }

  /** What is kept of a run until all are read. */
  private record Reading(
      Path path,
      Instant startedAt,
      Optional<Status> status,
      Map<String, String> settings,
      Optional<Message> caution,
      List<Measure> measures) {

    static Reading of(Path path) {
      RunFolder folder = RunFolder.open(path);
      RunRecord run = folder.run();
      if (run.startedAt() == null) {
        throw new RecordException(
            "the %s of %s does not say when it began; leave this run out"
                .formatted(RunFolder.RUN_JSON, path));
      }
      return new Reading(
          path,
          run.startedAt(),
          run.status(),
          Settings.shape(folder),
          caution(run.target()),
          Measures.of(List.of(folder)));
    }

    private static Optional<Message> caution(Target target) {
      return target.standIn() ? Optional.of(Message.of("trend.standIn")) : target.stamp();
    }
  }

  /**
   * Reads runs one after the other.
   *
   * @param folders of runs, or folders that contain some; a run that is named twice counts once
   * @throws RecordException when there is no run in a folder, or a run's files are damaged
   */
  public static Trend of(List<Path> folders) {
    Collection<Path> paths =
        folders.stream()
            .flatMap(folder -> RunFolder.runsIn(folder).stream())
            .collect(
                toMap(
                    path -> path.toAbsolutePath().normalize(),
                    identity(),
                    (one, same) -> one,
                    LinkedHashMap::new))
            .values();
    List<Reading> readings =
        paths.stream()
            .map(Reading::of)
            .sorted(Comparator.comparing(Reading::startedAt).thenComparing(Reading::path))
            .toList();
    Settings.align(readings.stream().map(Reading::settings).toList());
    Map<Map<String, String>, List<Reading>> bySettings =
        readings.stream().collect(groupingBy(Reading::settings, LinkedHashMap::new, toList()));
    List<Map<String, String>> shapes = List.copyOf(bySettings.keySet());
    List<Run> runs =
        readings.stream()
            .map(
                each ->
                    new Run(
                        each.path(),
                        each.startedAt(),
                        each.status(),
                        shapes.indexOf(each.settings())))
            .toList();
    List<Series> series = new ArrayList<>();
    for (Map<String, String> shape : shapes) {
      List<Reading> members = bySettings.get(shape);
      series.add(
          new Series(
              readings.indexOf(members.get(0)),
              members.size(),
              series.isEmpty() ? Map.of() : changed(shapes.get(series.size() - 1), shape),
              members.get(0).caution()));
    }
    return new Trend(
        runs, series, measures(readings).stream().map(each -> judged(each, runs)).toList());
  }

  private static Map<String, String> changed(
      Map<String, String> before, Map<String, String> after) {
    TreeSet<String> names = new TreeSet<>(before.keySet());
    names.addAll(after.keySet());
    Map<String, String> changed = new TreeMap<>();
    for (String name : names) {
      String old = before.getOrDefault(name, NumberText.UNKNOWN);
      String now = after.getOrDefault(name, NumberText.UNKNOWN);
      if (!old.equals(now)) {
        changed.put(name, old + " → " + now);
      }
    }
    return changed;
  }

  /** The figures of all runs, in the order of the newest run's. */
  private static List<Measure> measures(List<Reading> readings) {
    Map<String, Measure> kinds = new LinkedHashMap<>();
    List<Map<String, Value>> values = new ArrayList<>();
    for (Reading reading : readings) {
      Map<String, Value> own = new HashMap<>();
      reading
          .measures()
          .forEach(each -> each.values().get(0).ifPresent(value -> own.put(each.name(), value)));
      values.add(own);
    }
    for (int i = readings.size() - 1; i >= 0; i--) {
      readings.get(i).measures().forEach(each -> kinds.putIfAbsent(each.name(), each));
    }
    return kinds.values().stream()
        .map(
            kind ->
                kind.withValues(
                    values.stream().map(own -> Optional.ofNullable(own.get(kind.name()))).toList()))
        .toList();
  }

  private static Figure judged(Measure measure, List<Run> runs) {
    Map<Integer, List<Double>> earlier = new HashMap<>();
    List<Optional<Expected>> expected = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      Run run = runs.get(i);
      Optional<Double> value =
          measure.values().get(i).map(Value::value).filter(any -> run.conclusive());
      List<Double> before = earlier.computeIfAbsent(run.series(), any -> new ArrayList<>());
      boolean judges = measure.worse() != WorseSide.NEITHER && before.size() >= LEAST_EARLIER;
      expected.add(
          value
              .filter(any -> judges)
              .map(
                  any ->
                      Expected.of(
                          before.stream().mapToDouble(Double::doubleValue).toArray(), measure)));
      value.ifPresent(before::add);
    }
    return new Figure(measure, expected);
  }

  /** The run that began last. */
  public int newest() {
    return runs.size() - 1;
  }

  /** The figures of the newest run that stand so. */
  public List<Figure> newest(Standing standing) {
    return figures.stream().filter(each -> each.standing(newest()) == standing).toList();
  }
}
