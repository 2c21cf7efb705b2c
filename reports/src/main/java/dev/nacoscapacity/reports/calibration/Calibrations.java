package dev.nacoscapacity.reports.calibration;

import dev.nacoscapacity.reports.record.Citation;
import dev.nacoscapacity.reports.record.Machine;
import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.reports.record.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the calibration that a run on a machine has to be held against. */
public final class Calibrations {

  private Calibrations() {}

  /**
   * The last calibration of the machine that has ceilings for a protocol, among the folders beside
   * a run, or beside the study that the run is part of.
   *
   * @param parents folders of runs; those that do not exist are passed over
   * @param keys of ceilings, of which it has one or more
   */
  public static Optional<Calibration> newest(
      List<Path> parents, Machine machine, String protocol, Set<String> keys) {
    return parents.stream()
        .flatMap(Calibrations::folders)
        .flatMap(folder -> read(folder).stream())
        .filter(calibration -> same(calibration.machine(), machine))
        .filter(
            calibration ->
                calibration.ceilings(protocol).stream()
                    .anyMatch(ceiling -> keys.contains(ceiling.key())))
        .max(Comparator.comparing(calibration -> calibration.study().startedAt()));
  }

  /**
   * Holds a run against a calibration.
   *
   * @param protocol that the run spoke
   * @param used by the run, by the ceiling's key; ceilings without are left out
   * @return empty when none apply
   */
  public static Optional<Citation> cite(
      Calibration calibration, String protocol, Map<String, Double> used) {
    List<Citation.Use> uses =
        calibration.ceilings(protocol).stream()
            .filter(ceiling -> used.containsKey(ceiling.key()))
            .map(
                ceiling ->
                    new Citation.Use(
                        ceiling.name().en(),
                        ceiling.name().zh(),
                        ceiling.key(),
                        ceiling.value(),
                        used.get(ceiling.key())))
            .toList();
    return uses.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Citation(
                calibration.path().getFileName().toString(),
                calibration.study().startedAt(),
                uses));
  }

  private static Stream<Path> folders(Path parent) {
    try (Stream<Path> folders = Files.list(parent)) {
      return folders.filter(Study::isIn).toList().stream();
    } catch (IOException e) {
      return Stream.empty();
    }
  }

  /** A study that cannot be read is no reason for a run to fail. */
  private static Optional<Calibration> read(Path folder) {
    try {
      return Calibration.isIn(folder) ? Optional.of(Calibration.open(folder)) : Optional.empty();
    } catch (RecordException e) {
      return Optional.empty();
    }
  }

  /** Java and limits may change on a machine; cores, memory and system make it another. */
  private static boolean same(Machine calibrated, Machine other) {
    return calibrated != null
        && calibrated.cores() == other.cores()
        && calibrated.memoryBytes() == other.memoryBytes()
        && Objects.equals(calibrated.os(), other.os());
  }
}
