package dev.nacoscapacity.jmeter.launch;

import dev.nacoscapacity.reports.jtl.JtlFile;
import dev.nacoscapacity.reports.jtl.JtlRow;
import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a run went, by its results: JMeter exits with 0 whatever became of the samples.
 *
 * @param exitCode of bin/jmeter
 * @param lines what a person should know, the cause first
 */
record RunOutcome(int exitCode, List<String> lines) {

  /** Samples of our plans that say whether there can be a run at all. */
  private static final List<String> BEGINNING = List.of("check", "login");

  /** A sample of the plan fleet.jmx: a whole run's verdict. */
  private static final String VERDICT = "verdict";

  private static final String USAGE = ExitCode.USAGE + " ";

  private static final Pattern RUN_FOLDER = Pattern.compile("; run folder (.+)$");

  private static final class Label {
    private long samples;
    private long errors;
    private final Map<String, Long> reasons = new TreeMap<>();

    private void add(JtlRow row) {
      samples += row.count();
      errors += row.errors();
      if (!row.ok()) {
        reasons.merge(row.reason(), row.errors(), Long::sum);
      }
    }

    private String mostOften() {
      return reasons.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    }
  }

  static RunOutcome of(Path jtl) {
    Map<String, Label> labels = new TreeMap<>();
    List<String> verdicts = new ArrayList<>();
    int[] worst = {ExitCode.OK};
    try {
      new JtlFile(jtl)
          .forEach(
              row -> {
                if (row.label().equals(VERDICT)) {
                  verdicts.add(row.message());
                  worst[0] = worse(worst[0], code(row));
                } else {
                  labels.computeIfAbsent(row.label(), label -> new Label()).add(row);
                }
              });
    } catch (RecordException e) {
      return new RunOutcome(ExitCode.INCONCLUSIVE, List.of(e.getMessage()));
    }
    for (String beginning : BEGINNING) {
      Label label = labels.get(beginning);
      if (label != null && label.errors > 0) {
        String reason = label.mostOften();
        boolean usage = reason.startsWith(USAGE);
        return new RunOutcome(
            usage ? ExitCode.USAGE : ExitCode.INCONCLUSIVE,
            List.of(reason.replaceFirst("^\\d+ ", "")));
      }
    }
    if (!verdicts.isEmpty()) {
      return new RunOutcome(worst[0], verdicts);
    }
    if (labels.isEmpty()) {
      return new RunOutcome(
          ExitCode.INCONCLUSIVE, List.of("JMeter took no sample: its log says why"));
    }
    return ofSamples(labels);
  }

  /** Where the engines of fleet.jmx left their runs. */
  List<Path> runFolders() {
    return lines.stream()
        .map(RUN_FOLDER::matcher)
        .filter(Matcher::find)
        .map(matcher -> Path.of(matcher.group(1)))
        .toList();
  }

  /** The same with something more to know. */
  RunOutcome with(String line) {
    List<String> more = new ArrayList<>(lines);
    more.add(line);
    return new RunOutcome(exitCode, more);
  }

  private static int code(JtlRow row) {
    return row.code().matches("\\d{1,3}") ? Integer.parseInt(row.code()) : ExitCode.INTERNAL;
  }

  /** A fail of one shard outweighs that another could not tell; an error outweighs both. */
  private static int worse(int one, int other) {
    List<Integer> order = List.of(ExitCode.OK, ExitCode.INCONCLUSIVE, ExitCode.FAIL);
    int first = order.indexOf(one);
    int second = order.indexOf(other);
    if (first < 0 || second < 0) {
      return Math.max(one, other);
    }
    return order.get(Math.max(first, second));
  }

  private static RunOutcome ofSamples(Map<String, Label> labels) {
    double bound = Criteria.defaults().failedShare();
    List<String> lines = new ArrayList<>();
    labels.forEach(
        (name, label) -> {
          if (label.errors > bound * label.samples) {
            lines.add(
                String.format(
                    Locale.ROOT,
                    "%s: %,d of %,d samples failed (bound %.1f %%), most often: %s",
                    name,
                    label.errors,
                    label.samples,
                    100 * bound,
                    label.mostOften()));
          }
        });
    return new RunOutcome(lines.isEmpty() ? ExitCode.OK : ExitCode.FAIL, lines);
  }
}
