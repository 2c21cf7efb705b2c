package dev.nacoscapacity.reports.cli;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.cli.LanguageOption;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.record.AtomicFile;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.reports.compare.BaselineThreshold;
import dev.nacoscapacity.reports.compare.ComparisonText;
import dev.nacoscapacity.reports.compare.RunComparison;
import dev.nacoscapacity.reports.outcome.JUnitXml;
import dev.nacoscapacity.reports.page.ReportPage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bin/report compare}. */
@Command(
    name = "compare",
    description = {
      "Puts runs beside each other: the settings that differ, and each figure with its difference"
          + " from the baseline's.",
      "--threshold makes it a gate."
    },
    footer = {
      "",
      "Examples:",
      "  bin/report compare runs/auth-off runs/auth-on runs/auth-cached --html auth.html",
      "  bin/report compare --baseline runs/main runs/change --threshold 'beat.p99<+20%%'",
      "",
      "Exit codes: 0 compared, and each --threshold kept, 1 one broken, 2 its figure is unknown, or a "
          + "run cannot be read, 64 wrong usage."
    })
final class CompareCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "RUN",
      arity = "1.." + RunComparison.MOST_RUNS,
      description = "folders of runs; without --baseline the others are compared with the first")
  private List<Path> others;

  @Option(
      names = "--baseline",
      paramLabel = "RUN",
      description = "folder of the run that all others are compared with")
  private Path baseline;

  @Option(
      names = "--threshold",
      paramLabel = "FIGURE<+N",
      description =
          "exit with 1 when a run's figure differs from the baseline's by more, in its unit"
              + " or in %%, as in beat.p99<+20%%, list.achieved>-5%% or missing<+0; may be"
              + " repeated")
  private List<String> thresholds = List.of();

  @Mixin private TableOutput as;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "also write a page with the runs' plots on the same axes")
  private Path html;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "also write what came of each --threshold as JUnit's XML")
  private Path junit;

  @Mixin private LanguageOption language;

  @Override
  public Integer call() {
    List<Path> runs = new ArrayList<>(others);
    if (baseline != null) {
      runs.add(0, baseline);
    }
    if (runs.size() < 2 || runs.size() > RunComparison.MOST_RUNS) {
      throw new UsageException(
          "compare takes 2 to %d runs, the baseline among them, not %d"
              .formatted(RunComparison.MOST_RUNS, runs.size()));
    }
    List<BaselineThreshold> conditions =
        ofThresholds(thresholds, text -> List.of(BaselineThreshold.parse(text)));
    if (junit != null && conditions.isEmpty()) {
      throw new UsageException("--junit is of what comes of --threshold: add one");
    }
    RunComparison comparison = RunComparison.of(runs.stream().map(RunFolder::open).toList());
    List<BaselineThreshold.Finding> findings =
        ofThresholds(conditions, each -> each.check(comparison));
    if (html != null) {
      AtomicFile.write(html, ReportPage.of(comparison, language.language()));
      as.page(html, language.language());
    }
    print(comparison, language.language());
    findings.forEach(each -> as.err().println(line(each, language.language())));
    if (junit != null) {
      AtomicFile.write(junit, junit(findings).getBytes(StandardCharsets.UTF_8));
    }
    return exitCode(findings);
  }

  private void print(RunComparison comparison, Language language) {
    if (as.format().forPrograms()) {
      ComparisonText.tall(comparison).lines(as.format()).forEach(as.out()::println);
      as.print(ComparisonText.notes(comparison), language);
      return;
    }
    ComparisonText.head(comparison, language)
        .lines(as.format(), language)
        .forEach(as.out()::println);
    as.print(List.of(ComparisonText.same(comparison)), language);
    as.out().println();
    ComparisonText.wide(comparison, language)
        .lines(as.format(), language)
        .forEach(as.out()::println);
    as.print(ComparisonText.notes(comparison), language);
  }

  /** Names the option in the message of a fault in it. */
  private static <T, R> List<R> ofThresholds(List<T> parts, Function<T, List<R>> reader) {
    try {
      return parts.stream().flatMap(each -> reader.apply(each).stream()).toList();
    } catch (IllegalArgumentException e) {
      throw new UsageException("--threshold " + e.getMessage());
    }
  }

  private static String line(BaselineThreshold.Finding finding, Language language) {
    String word = finding.broken().map(broken -> broken ? "broken" : "kept").orElse("unknown");
    return language.say("threshold.line", with("word", word).and("finding", finding.sentence()));
  }

  private static String junit(List<BaselineThreshold.Finding> findings) {
    return JUnitXml.of(
        "compare",
        findings.stream()
            .map(
                each ->
                    new JUnitXml.Case(
                        each.name(),
                        0,
                        each.broken().orElse(false),
                        each.broken().isEmpty(),
                        false,
                        each.sentence().text(),
                        List.of(each.sentence().text())))
            .toList());
  }

  private static int exitCode(List<BaselineThreshold.Finding> findings) {
    if (findings.stream().anyMatch(each -> each.broken().orElse(false))) {
      return ExitCode.FAIL;
    }
    return findings.stream().anyMatch(each -> each.broken().isEmpty())
        ? ExitCode.INCONCLUSIVE
        : ExitCode.OK;
  }
}
