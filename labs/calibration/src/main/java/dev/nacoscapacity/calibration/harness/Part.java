package dev.nacoscapacity.calibration.harness;

import dev.nacoscapacity.core.calibration.Ceiling;
import java.util.List;

/**
 * A question about one layer between the instances and the registry, with the cases that answer it:
 * the whole table, or a choice of them that takes a minute or two.
 */
public interface Part {

  PartTable table();

  /** The rows of the table, in its order. */
  List<Case> cases();

  /** The ceilings that later runs on this machine are compared with. */
  default List<Ceiling> ceilings(Results results) {
    return List.of();
  }
}
