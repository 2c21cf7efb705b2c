package dev.nacoscapacity.jmeter.launch;

import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.reports.jtl.JtlFile;
import dev.nacoscapacity.reports.jtl.JtlLabels;
import dev.nacoscapacity.reports.jtl.JtlRow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The outcome of a run, from its results, since JMeter exits with 0 even when samples failed.
 *
 * @param exitCode of bin/jmeter
 * @param lines messages for the user, the cause first
 */
record RunOutcome(int exitCode, List<String> lines) {

  /** Samples of this project's plans that check whether a run is possible. */
  private static final List<String> BEGINNING = List.of("check", "login");

  private static final String USAGE = ExitCode.USAGE + " ";

  /** The codes of this project's checks, which no response of a server has. */
  private static final Set<String> EXIT_CODES =
      Stream.of(
              ExitCode.OK, ExitCode.FAIL, ExitCode.INCONCLUSIVE, ExitCode.USAGE, ExitCode.INTERNAL)
          .map(String::valueOf)
          .collect(Collectors.toUnmodifiableSet());

  static RunOutcome of(Path jtl) {
    Map<String, OperationStats> labels = new TreeMap<>();
    AtomicBoolean ofOwnPlan = new AtomicBoolean();
    JtlLabels jtlLabels = new JtlLabels();
    try {
      JtlFile file = new JtlFile(jtl);
      if (Files.exists(jtl) && file.isCut()) {
        throw new RecordException(jtl + " ends within a line: make room on that disk, try again");
      }
      file.forEach(
          row -> {
            ofOwnPlan.compareAndSet(false, isOfOurs(row));
            OperationStats calls =
                labels.computeIfAbsent(jtlLabels.label(row), label -> new OperationStats());
            calls.add(OperationCount.OK, row.count() - row.errors());
            if (!row.ok()) {
              calls.fail(jtlLabels.reason(row), row.errors());
            }
          });
    } catch (RecordException e) {
      return new RunOutcome(ExitCode.INCONCLUSIVE, List.of(e.getMessage()));
    }
    for (String beginning : BEGINNING) {
      OperationStats calls = labels.get(beginning);
      if (calls == null || calls.failures().isEmpty()) {
        continue;
      }
      // Ours are sampled once; a sampler of another plan may have such a name.
      if (ofOwnPlan.get() || labels.size() == 1 && calls.ended() == 1) {
        String reason = mostOften(calls);
        boolean usage = reason.startsWith(USAGE);
        return new RunOutcome(
            usage ? ExitCode.USAGE : ExitCode.INCONCLUSIVE,
            List.of(reason.replaceFirst("^\\d+ ", "")));
      }
    }
    if (labels.isEmpty()) {
      return new RunOutcome(
          ExitCode.INCONCLUSIVE, List.of("JMeter took no sample: its log says why"));
    }
    return ofSamples(labels, ofOwnPlan.get());
  }

  /** Other plans may have a sampler called check, too. */
  private static boolean isOfOurs(JtlRow row) {
    return row.tellsSettings()
        || row.label().equals(BEGINNING.get(0)) && EXIT_CODES.contains(row.answer().code());
  }

  private static RunOutcome ofSamples(Map<String, OperationStats> labels, boolean ofOwnPlan) {
    double bound = Criteria.defaults().bounds().get("failed");
    int exitCode = ExitCode.OK;
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, OperationStats> each : labels.entrySet()) {
      OperationStats calls = each.getValue();
      long errors = calls.count(OperationCount.FAILED);
      if (errors > bound * calls.ended()) {
        boolean own = ofOwnPlan && Operation.isOwn(each.getKey());
        exitCode = own ? exitCode : ExitCode.FAIL;
        lines.add(
            NumberText.of(
                "%s: %,d of %,d samples failed (%s), most often: %s",
                each.getKey(),
                errors,
                calls.ended(),
                own ? "which fails no run" : NumberText.of("bound %.1f %%", 100 * bound),
                mostOften(calls)));
      }
    }
    return new RunOutcome(exitCode, lines);
  }

  private static String mostOften(OperationStats calls) {
    return calls.failures().entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .orElseThrow()
        .getKey();
  }
}
