package dev.nacoscapacity.reports.cli;

import dev.nacoscapacity.core.cli.LanguageOption;
import dev.nacoscapacity.core.record.AtomicFile;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.reports.compare.Trend;
import dev.nacoscapacity.reports.compare.TrendText;
import dev.nacoscapacity.reports.page.ReportPage;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bin/report trend}. */
@Command(
    name = "trend",
    description = {
      "Shows each figure of runs over time, and names the first run that is out of band.",
      "The band of a run comes of the earlier runs of its settings: their median and 5 %% to each"
          + " side, or 3 x (1 + 10 / runs) sigma where that is more. It needs five of them."
          + " Inconclusive runs are shown, and neither judged nor judge others."
    },
    footer = {
      "",
      "Examples:",
      "  bin/report trend runs/nightly --html trend.html",
      "  bin/report trend runs/nightly --format json > trend.json",
      "",
      "Exit codes: 0 nothing of the newest run is out of band for the worse, 1 something is, 2 it"
          + " is inconclusive, or a run cannot be read, 64 wrong usage."
    })
final class TrendCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "RUN",
      arity = "1..*",
      description = "folders of runs, or folders that contain some; any number of runs")
  private List<Path> folders;

  @Mixin private TableOutput as;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "also write a page with a plot of each figure")
  private Path html;

  @Mixin private LanguageOption language;

  @Override
  public Integer call() {
    Trend trend = Trend.of(folders);
    if (html != null) {
      AtomicFile.write(html, ReportPage.of(trend, language.language()));
      as.page(html, language.language());
    }
    Language spoken = language.language();
    TrendText.cautions(trend).forEach(caution -> as.notes().println(caution.in(spoken)));
    (as.format().forPrograms() ? TrendText.tall(trend) : TrendText.wide(trend, spoken))
        .lines(as.format(), spoken)
        .forEach(as.out()::println);
    as.print(TrendText.notes(trend), spoken);
    if (!trend.runs().get(trend.newest()).conclusive()) {
      return ExitCode.INCONCLUSIVE;
    }
    return trend.newest(Trend.Standing.WORSE).isEmpty() ? ExitCode.OK : ExitCode.FAIL;
  }
}
