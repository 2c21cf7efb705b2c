package dev.nacoscapacity.reports.calibration;

import dev.nacoscapacity.reports.record.Machine;
import dev.nacoscapacity.reports.record.Study;
import java.nio.file.Path;
import java.util.List;

/**
 * A calibration as its folder holds it: a {@link Study} whose trials are parts.
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
   * @throws dev.nacoscapacity.reports.record.RecordException when there is no study, it is damaged,
   *     or of another kind
   */
  public static Calibration open(Path folder) {
    Study study = Study.read(folder);
    return new Calibration(folder, study, study.trials(PartResult.class));
  }

  /** The machine that was calibrated. */
  public Machine machine() {
    return study.machine();
  }

  /** Of all parts, for runs that speak a protocol. */
  public List<Ceiling> ceilings(String protocol) {
    return parts.stream()
        .flatMap(part -> part.ceilings().stream())
        .filter(ceiling -> ceiling.protocol().equals(protocol))
        .toList();
  }

  /** Whether it ended before all cases were measured. */
  public boolean interrupted() {
    return study.answer() == null;
  }
}
