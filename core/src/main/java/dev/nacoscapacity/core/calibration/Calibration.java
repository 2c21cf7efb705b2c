package dev.nacoscapacity.core.calibration;

import dev.nacoscapacity.core.record.Citation;
import dev.nacoscapacity.core.record.Machine;
import dev.nacoscapacity.core.record.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A calibration read from its folder: a {@link Study} with one trial for each part.
 *
 * @param path its folder
 * @param study of kind {@link #KIND}
 * @param parts in the order in which they were measured
 */
public record Calibration(Path path, Study study, List<PartResult> parts) {

  public static final String KIND = "calibration";

  /** Whether a folder holds a calibration. */
  public static boolean isIn(Path folder) {
    return Study.isIn(folder) && Study.read(folder).kind().equals(KIND);
  }

  /**
   * Reads a folder.
   *
   * @throws dev.nacoscapacity.core.record.RecordException when there is no study, it is damaged, or
   *     of another kind
   */
  public static Calibration open(Path folder) {
    Study study = Study.read(folder);
    return new Calibration(folder, study, study.trials(PartResult.class));
  }

  /** The machine that was calibrated. */
  public Machine machine() {
    return study.machine();
  }

  /** The ceilings of all parts that apply to runs over this protocol. */
  public List<Ceiling> ceilings(String protocol) {
    return parts.stream()
        .flatMap(part -> part.ceilings().stream())
        .filter(ceiling -> ceiling.protocol().equals(protocol))
        .toList();
  }

  /** Whether the calibration stopped before all cases were measured. */
  public boolean interrupted() {
    return study.answer() == null;
  }

  /**
   * Compares a run with the ceilings of its machine. Each ceiling comes from the last calibration
   * that measured it, since parts can be calibrated separately. Calibrations are searched for in
   * the folders beside the run, or beside the study that contains the run.
   *
   * @param parents folders of runs; missing folders are ignored
   * @param protocol of the run
   * @param used what the run used of each ceiling, by the ceiling's key; a ceiling without an entry
   *     is left out
   * @return empty when no ceiling applies
   */
  public static Optional<Citation> cite(
      List<Path> parents, Machine machine, String protocol, Map<String, Double> used) {
    List<Calibration> newestFirst =
        parents.stream()
            .flatMap(Calibration::folders)
            .flatMap(folder -> read(folder).stream())
            .filter(calibration -> same(calibration.machine(), machine))
            .sorted(
                Comparator.comparing((Calibration calibration) -> calibration.study().startedAt())
                    .reversed())
            .toList();
    Map<String, Citation.Use> uses = new LinkedHashMap<>();
    Calibration newest = null;
    for (Calibration calibration : newestFirst) {
      for (Ceiling ceiling : calibration.ceilings(protocol)) {
        Double usedOfIt = used.get(ceiling.key());
        if (usedOfIt != null && !uses.containsKey(ceiling.key())) {
          newest = newest == null ? calibration : newest;
          String earlier = calibration == newest ? null : name(calibration);
          uses.put(ceiling.key(), use(ceiling, usedOfIt, earlier));
        }
      }
    }
    return newest == null
        ? Optional.empty()
        : Optional.of(
            new Citation(name(newest), newest.study().startedAt(), List.copyOf(uses.values())));
  }

  private static Citation.Use use(Ceiling ceiling, double used, String earlier) {
    return new Citation.Use(ceiling.name(), ceiling.key(), ceiling.value(), used, earlier);
  }

  private static String name(Calibration calibration) {
    return calibration.path().getFileName().toString();
  }

  private static Stream<Path> folders(Path parent) {
    try (Stream<Path> folders = Files.list(parent)) {
      return folders.filter(Study::isIn).toList().stream();
    } catch (IOException e) {
      return Stream.empty();
    }
  }

  /** An unreadable study must not fail the run. */
  private static Optional<Calibration> read(Path folder) {
    try {
      return isIn(folder)
          ? Optional.of(open(folder)).filter(calibration -> calibration.study().startedAt() != null)
          : Optional.empty();
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  /**
   * The same machine may get another Java or other limits. Other cores, memory or operating system
   * mean another machine.
   */
  private static boolean same(Machine calibrated, Machine other) {
    return calibrated != null
        && calibrated.cores() == other.cores()
        && calibrated.memoryBytes() == other.memoryBytes()
        && Objects.equals(calibrated.os(), other.os());
  }
}
