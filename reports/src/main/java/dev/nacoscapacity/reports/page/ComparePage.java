package dev.nacoscapacity.reports.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nacoscapacity.reports.compare.RunComparison;

/** Runs beside each other as a page that opens from disk, without a network. */
public final class ComparePage {

  private ComparePage() {}

  /**
   * Makes the page.
   *
   * @throws dev.nacoscapacity.reports.record.RecordException when a run's files are damaged
   */
  public static byte[] html(RunComparison comparison) {
    return Template.html("compare.jte", new CompareModel(comparison, CompareData.of(comparison)))
        .getBytes(UTF_8);
  }
}
