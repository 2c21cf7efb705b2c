package dev.nacoscapacity.calibration.frame;

import dev.nacoscapacity.core.calibration.Ceiling;
import dev.nacoscapacity.core.calibration.ClaimComparison;
import java.util.List;

/**
 * A question about one layer between the instances and the registry, and the cases that answer it.
 */
public abstract class Part {

  private final PartTable table;

  protected Part(PartTable table) {
    this.table = table;
  }

  /**
   * The name on the command line: {@code engines}, {@code payload}, {@code proxy}, {@code gateway}.
   */
  public final String name() {
    return table.name();
  }

  final PartTable table() {
    return table;
  }

  /** The number of rounds of each case. */
  public int repeats(Scale scale) {
    return scale == Scale.FULL ? 3 : 2;
  }

  /** The rows of the table, in its order. */
  public abstract List<Case> cases(Scale scale);

  /** Adds figures that are derived from several cases. */
  public Results complete(Results measured) {
    return measured;
  }

  /**
   * Comparisons of the published study with the measurements so far; claims that cannot be compared
   * yet are left out.
   */
  public abstract List<ClaimComparison> compare(Results results);

  /** The ceilings that later runs on this machine are compared with. */
  public List<Ceiling> ceilings(Results results) {
    return List.of();
  }
}
