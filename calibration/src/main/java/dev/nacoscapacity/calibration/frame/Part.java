package dev.nacoscapacity.calibration.frame;

import dev.nacoscapacity.reports.calibration.Ceiling;
import dev.nacoscapacity.reports.calibration.ClaimComparison;
import dev.nacoscapacity.reports.calibration.PartResult.Dimension;
import dev.nacoscapacity.reports.calibration.PartResult.Metric;
import dev.nacoscapacity.reports.text.Message;
import java.util.List;

/** A question about one layer between the instances and the registry, and the cases that answer. */
public interface Part extends AutoCloseable {

  /** As on the command line: {@code engines}, {@code payload}, {@code proxy}, {@code gateway}. */
  String name();

  Message question();

  /** The first columns of the table. */
  List<Dimension> dimensions();

  /** The last columns of the table. */
  List<Metric> metrics();

  /** How often each case is measured. */
  int repeats(Scale scale);

  /** The rows of the table, in its order. They may share what the part starts and closes. */
  List<? extends Case> cases(Scale scale);

  /** Adds to what was measured so far what only several cases together can tell. */
  default Results complete(Results measured) {
    return measured;
  }

  /** The published study beside what was measured so far; without what cannot be said yet. */
  List<ClaimComparison> compare(Results results);

  /** What later runs on this machine are held against. */
  default List<Ceiling> ceilings(Results results) {
    return List.of();
  }

  /** Ends what the cases shared. */
  @Override
  default void close() {}
}
