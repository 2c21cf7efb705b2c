package dev.nacoscapacity.calibration.cli;

import dev.nacoscapacity.calibration.frame.Part;
import dev.nacoscapacity.simulator.options.UsageException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The parts by their names on the command line, in the order in which all are measured. */
final class Parts {

  private static final String ALL = "all";

  private final Map<String, Supplier<Part>> byName = new LinkedHashMap<>();

  Parts with(String name, Supplier<Part> part) {
    byName.put(name, part);
    return this;
  }

  /** The part of that name, or all. */
  List<Part> named(String name) {
    if (name.equals(ALL)) {
      return byName.values().stream().map(Supplier::get).toList();
    }
    Supplier<Part> part = byName.get(name);
    if (part == null) {
      throw new UsageException(
          "nothing to calibrate is called '%s': write %s or %s"
              .formatted(name, String.join(", ", byName.keySet()), ALL));
    }
    return List.of(part.get());
  }
}
