package dev.nacoscapacity.reports.calibration;

import dev.nacoscapacity.reports.text.Message;
import java.util.List;

/**
 * One of the questions of a calibration, and what was measured of it.
 *
 * @param name {@code engines}, {@code payload}, {@code proxy}, {@code gateway}
 * @param question in words
 * @param dimensions the first columns of its table
 * @param metrics the last columns of its table
 * @param rows a case each, in the order in which the part names its cases
 * @param skipped cases that could not be measured here
 * @param comparisons with the published study
 * @param ceilings that later runs are held against
 */
public record PartResult(
    String name,
    Message question,
    List<Dimension> dimensions,
    List<Metric> metrics,
    List<Row> rows,
    List<Skipped> skipped,
    List<ClaimComparison> comparisons,
    List<Ceiling> ceilings) {

  public PartResult {
    dimensions = List.copyOf(dimensions);
    metrics = List.copyOf(metrics);
    rows = List.copyOf(rows);
    skipped = List.copyOf(skipped);
    comparisons = List.copyOf(comparisons);
    ceilings = List.copyOf(ceilings);
  }
}
