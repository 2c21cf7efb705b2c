package dev.nacoscapacity.calibration.frame;

import dev.nacoscapacity.reports.calibration.Ceiling;
import dev.nacoscapacity.reports.calibration.ClaimComparison;
import java.util.List;

/** A question about one layer between the instances and the registry, and the cases that answer. */
public abstract class Part {

  private final PartTable table;

  protected Part(PartTable table) {
    this.table = table;
  }

  /** As on the command line: {@code engines}, {@code payload}, {@code proxy}, {@code gateway}. */
  public final String name() {
    return table.name();
  }

  final PartTable table() {
    return table;
  }

  /** How often each case is measured. */
  public int repeats(Scale scale) {
    return scale == Scale.FULL ? 3 : 2;
  }

  /** The rows of the table, in its order. */
  public abstract List<Case> cases(Scale scale);

  /** Adds to what was measured so far what only several cases together say. */
  public Results complete(Results measured) {
    return measured;
  }

  /** The published study beside what was measured so far; without what cannot be compared yet. */
  public abstract List<ClaimComparison> compare(Results results);

  /** What later runs on this machine are compared with. */
  public List<Ceiling> ceilings(Results results) {
    return List.of();
  }
}
