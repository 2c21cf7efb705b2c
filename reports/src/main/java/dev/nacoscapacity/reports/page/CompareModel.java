package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.reports.compare.RunComparison;
import dev.nacoscapacity.reports.verdict.Verdict;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What the template of several runs writes. */
record CompareModel(RunComparison comparison, CompareData data) implements SelfContained {

  @Override
  public String script() {
    return Assets.compareScript();
  }

  String dataJson() {
    return ScriptJson.of(Map.of("run", data, "words", WORDS.all()));
  }

  String title() {
    return IntStream.range(0, comparison.runs().size())
        .mapToObj(this::folder)
        .collect(Collectors.joining(" | "));
  }

  String folder(int run) {
    return comparison.runs().get(run).path().toAbsolutePath().getFileName().toString();
  }

  /** The verdict's word, or {@code none}. */
  String status(int run) {
    Verdict verdict = comparison.runs().get(run).run().verdict();
    return verdict == null || verdict.status() == null ? "none" : verdict.status().word();
  }
}
