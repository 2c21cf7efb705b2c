package dev.nacoscapacity.calibration.cli;

import dev.nacoscapacity.core.calibration.PartResult;
import dev.nacoscapacity.core.calibration.PartResult.Metric;
import dev.nacoscapacity.core.calibration.PartResult.Row;
import dev.nacoscapacity.core.calibration.PartResult.Skipped;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.text.Table;
import java.util.ArrayList;
import java.util.List;

/** A part's table of medians as text. What the published study claims is on the page. */
final class PartText {

  private PartText() {}

  static List<String> lines(PartResult part) {
    List<String> lines = new ArrayList<>(List.of("", part.name() + ": " + part.question().text()));
    if (!part.rows().isEmpty()) {
      lines.add("");
      lines.addAll(table(part).lines());
    }
    for (Skipped each : part.skipped()) {
      lines.add(
          "skipped: " + String.join(", ", each.setting().values()) + ": " + each.why().text());
    }
    return lines;
  }

  private static Table table(PartResult part) {
    List<Metric> metrics = new ArrayList<>(part.metrics());
    metrics.removeIf(
        metric -> part.rows().stream().allMatch(row -> row.spread(metric.key()).isEmpty()));
    List<String> headings = new ArrayList<>();
    part.dimensions().forEach(dimension -> headings.add(dimension.key()));
    metrics.forEach(metric -> headings.add(metric.key() + " " + metric.unit()));
    headings.add("outcome");
    Table table = Table.of(headings);
    for (Row row : part.rows()) {
      List<Object> cells = new ArrayList<>(row.setting().values());
      for (Metric metric : metrics) {
        String format = "%,." + metric.decimals() + "f";
        cells.add(
            row.spread(metric.key())
                .map(spread -> NumberText.of(format, spread.median()))
                .orElse(NumberText.UNKNOWN));
      }
      cells.add(String.join("; ", row.outcomes()));
      table.row(cells.toArray());
    }
    return table;
  }
}
