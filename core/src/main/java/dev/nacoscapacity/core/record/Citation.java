package dev.nacoscapacity.core.record;

import dev.nacoscapacity.core.text.Message;
import java.time.Instant;
import java.util.List;

/**
 * The last calibration of the machine of a run, and how far the run stayed below its ceilings. The
 * citation is part of the record, so that the page can be written again without the calibration.
 *
 * @param calibration name of the folder of the last calibration that has a ceiling for the run
 * @param measuredAt when that calibration began
 * @param uses the ceilings that apply to this run
 */
public record Citation(String calibration, Instant measuredAt, List<Use> uses) {

  public Citation {
    uses = List.copyOf(uses);
  }

  /**
   * A ceiling, and the run's use of it.
   *
   * @param what the part that was calibrated
   * @param unit of both figures, such as {@code calls/s}
   * @param ceiling the highest rate measured on this machine
   * @param used in the run's measurement window
   * @param earlier folder name of the earlier calibration that measured this ceiling; absent when
   *     the last calibration measured it
   */
  public record Use(Message what, String unit, double ceiling, double used, String earlier) {

    /** 1 when the run was at the ceiling. */
    public double share() {
      return used / ceiling;
    }
  }
}
