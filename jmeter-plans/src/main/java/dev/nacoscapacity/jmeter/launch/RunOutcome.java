package dev.nacoscapacity.jmeter.launch;

import dev.nacoscapacity.core.merge.ShardedRun;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.reports.jtl.JtlFile;
import dev.nacoscapacity.reports.jtl.JtlLabels;
import dev.nacoscapacity.reports.jtl.JtlRow;
import dev.nacoscapacity.reports.summary.Summary;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The outcome of a run, from its results, since JMeter exits with 0 even when samples failed.
 *
 * @param exitCode of bin/jmeter
 * @param lines messages for the user, the cause first
 * @param ofFleet whether the results are of the plan fleet.jmx, whose engines leave run folders
 */
record RunOutcome(int exitCode, List<String> lines, boolean ofFleet) {

  /** Samples of this project's plans that check whether a run is possible. */
  private static final List<String> BEGINNING = List.of("check", "login");

  /** The sample of the plan fleet.jmx with the verdict of a run. */
  private static final String VERDICT = "verdict";

  private static final String USAGE = ExitCode.USAGE + " ";

  /** The codes of this project's checks and verdicts, which no response of a server has. */
  private static final Set<String> EXIT_CODES =
      Stream.of(
              ExitCode.OK, ExitCode.FAIL, ExitCode.INCONCLUSIVE, ExitCode.USAGE, ExitCode.INTERNAL)
          .map(String::valueOf)
          .collect(Collectors.toUnmodifiableSet());

  private static final Pattern RUN_FOLDER = Pattern.compile("; run folder (.+)$");

  RunOutcome(int exitCode, List<String> lines) {
    this(exitCode, lines, false);
  }

  /**
   * @param engines that took part, 1 or more
   */
  static RunOutcome of(Path jtl, int engines) {
    Map<String, OperationStats> labels = new TreeMap<>();
    List<JtlRow> verdicts = new ArrayList<>();
    AtomicBoolean fleet = new AtomicBoolean();
    AtomicBoolean ofOwnPlan = new AtomicBoolean();
    JtlLabels jtlLabels = new JtlLabels();
    try {
      JtlFile file = new JtlFile(jtl);
      if (Files.exists(jtl) && file.isCut()) {
        throw new RecordException(jtl + " ends within a line: make room on that disk, try again");
      }
      file.forEach(
          row -> {
            fleet.compareAndSet(false, row.aggregated());
            ofOwnPlan.compareAndSet(false, isOfOurs(row));
            if (row.label().equals(VERDICT) && EXIT_CODES.contains(row.answer().code())) {
              verdicts.add(row);
            } else {
              OperationStats calls =
                  labels.computeIfAbsent(jtlLabels.label(row), label -> new OperationStats());
              calls.add(OperationCount.OK, row.count() - row.errors());
              if (!row.ok()) {
                calls.fail(jtlLabels.reason(row), row.errors());
              }
            }
          });
    } catch (RecordException e) {
      return new RunOutcome(ExitCode.INCONCLUSIVE, List.of(e.getMessage()));
    }
    // Before the logins: a fleet that lost one of thousands has repeated it, and has its verdict.
    if (!verdicts.isEmpty() || fleet.get()) {
      return ofVerdicts(verdicts, engines);
    }
    for (String beginning : BEGINNING) {
      OperationStats calls = labels.get(beginning);
      boolean begins = ofOwnPlan.get() || labels.size() == 1;
      if (begins && calls != null && !calls.failures().isEmpty()) {
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

  private static RunOutcome ofVerdicts(List<JtlRow> verdicts, int engines) {
    List<Integer> codes = new ArrayList<>(verdicts.stream().map(RunOutcome::code).toList());
    List<String> lines =
        new ArrayList<>(verdicts.stream().map(row -> row.answer().message()).toList());
    if (verdicts.size() < engines) {
      codes.add(ExitCode.INCONCLUSIVE);
      lines.add(
          "%d of %d engines gave no verdict: their logs say why"
              .formatted(engines - verdicts.size(), engines));
    }
    return new RunOutcome(
        codes.stream().max(Comparator.comparingInt(RunOutcome::severity)).orElseThrow(),
        lines,
        true);
  }

  private static int code(JtlRow row) {
    return Integer.parseInt(row.answer().code());
  }

  /** A fail of one shard outweighs an inconclusive one; an error outweighs both. */
  private static int severity(int exitCode) {
    return switch (exitCode) {
      case ExitCode.OK -> 0;
      case ExitCode.INCONCLUSIVE -> 1;
      case ExitCode.FAIL -> 2;
      default -> exitCode;
    };
  }

  /**
   * One verdict for the engines of a distributed run, where their run folders are on this machine.
   *
   * @param out receives the summary of the merged run
   * @return this outcome, or the outcome of the merged verdict
   */
  RunOutcome merged(PrintStream out) {
    List<Path> folders = runFolders();
    if (folders.size() < 2) {
      return this;
    }
    if (!folders.stream().allMatch(Files::isDirectory)) {
      return with(
          exitCode,
          "for one verdict, copy the engines' run folders here: bin/report merge RUN RUN...");
    }
    try {
      Path folder = RunFolder.fresh(folders.get(0).getParent(), Instant.now(), "jmeter-merged");
      ShardedRun shards = ShardedRun.open(folders);
      RunRecord run = shards.mergeInto(folder, shards.criteria());
      Summary.print(run, folder, Language.ENGLISH, out);
      return new RunOutcome(run.verdict().status().exitCode(), lines, ofFleet);
    } catch (RecordException e) {
      return with(ExitCode.INCONCLUSIVE, e.getMessage());
    }
  }

  /** The run folders of the engines of fleet.jmx. */
  List<Path> runFolders() {
    return lines.stream()
        .map(RUN_FOLDER::matcher)
        .filter(Matcher::find)
        .map(matcher -> Path.of(matcher.group(1)))
        .toList();
  }

  private RunOutcome with(int code, String line) {
    return new RunOutcome(code, Stream.concat(lines.stream(), Stream.of(line)).toList(), ofFleet);
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
