package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.reports.compare.RunComparison;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The page of several runs beside each other. */
record CompareModel(RunComparison comparison, CompareData data) implements HtmlPage {

  @Override
  public String template() {
    return "compare.jte";
  }

  @Override
  public List<String> scripts() {
    return List.of(
        "words.js", "figures.js", "plots.js", "compare.js", "chart.js", "table.js", "page.js");
  }

  String title() {
    return IntStream.range(0, comparison.runs().size())
        .mapToObj(comparison::folder)
        .collect(Collectors.joining(" | "));
  }

  /** The verdict's word, or {@code none}. */
  String status(int run) {
    return comparison.runs().get(run).run().status().map(Status::word).orElse("none");
  }
}
