package dev.nacoscapacity.calibration.cli;

import dev.nacoscapacity.core.calibration.ClaimComparison;
import dev.nacoscapacity.core.calibration.PartResult;
import dev.nacoscapacity.core.calibration.PartResult.Dimension;
import dev.nacoscapacity.core.calibration.PartResult.Metric;
import dev.nacoscapacity.core.calibration.PartResult.Row;
import dev.nacoscapacity.core.calibration.PartResult.Skipped;
import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.text.Column;
import dev.nacoscapacity.core.text.Format;
import dev.nacoscapacity.core.text.Table;
import java.util.ArrayList;
import java.util.List;

/** The result of a part as text: medians, claims of the published study, skipped cases. */
final class Tables {

  private Tables() {}

  static List<String> lines(PartResult part) {
    List<String> lines = new ArrayList<>(List.of("", part.name() + ": " + part.question().text()));
    if (!part.rows().isEmpty()) {
      lines.add("");
      lines.addAll(cases(part));
    }
    if (!part.comparisons().isEmpty()) {
      lines.add("");
      part.comparisons().forEach(comparison -> lines.addAll(claim(comparison)));
    }
    for (Skipped skipped : part.skipped()) {
      lines.add(
          "skipped: %s: %s"
              .formatted(String.join(", ", skipped.setting().values()), skipped.why().text()));
    }
    return lines;
  }

  private static List<String> cases(PartResult part) {
    List<Metric> metrics =
        part.metrics().stream()
            .filter(metric -> part.rows().stream().anyMatch(row -> has(row, metric)))
            .toList();
    List<Column> columns = new ArrayList<>();
    for (Dimension dimension : part.dimensions()) {
      columns.add(Column.text(dimension.key(), dimension.key()));
    }
    for (Metric metric : metrics) {
      columns.add(
          Column.number(
              (metric.key() + " " + metric.unit()).strip(), metric.key(), metric.decimals()));
    }
    columns.add(Column.text("outcome", "outcome"));
    Table sheet = new Table(columns);
    for (Row row : part.rows()) {
      List<Object> cells = new ArrayList<>();
      part.dimensions().forEach(dimension -> cells.add(row.setting().get(dimension.key())));
      metrics.forEach(
          metric -> cells.add(row.spread(metric.key()).map(Spread::median).orElse(null)));
      cells.add(String.join("; ", row.outcomes()));
      sheet.row(cells.toArray());
    }
    return sheet.lines(Format.TEXT);
  }

  private static boolean has(Row row, Metric metric) {
    return row.spread(metric.key()).isPresent();
  }

  private static List<String> claim(ClaimComparison claim) {
    List<String> lines = new ArrayList<>();
    lines.add(
        claim.publishedRatio() == null
            ? "%s: the study %s; today %s"
                .formatted(claim.what().text(), claim.published().text(), claim.today().text())
            : "%s: the study %.2f; today %s"
                .formatted(
                    claim.what().text(), claim.publishedRatio(), claim.ratio().format("%.2f")));
    if (claim.remark() != null) {
      lines.add("  " + claim.remark().text());
    }
    return lines;
  }
}
