package dev.nacoscapacity.reports.record;

import dev.nacoscapacity.reports.text.Message;
import java.time.Instant;
import java.util.List;

/**
 * What the machine that a run was made on was last calibrated to carry, and how far the run stayed
 * below it. It is part of the record, so that a page written again says the same.
 *
 * @param calibration name of the folder of the last calibration that has a ceiling for the run
 * @param measuredAt when that began
 * @param uses the ceilings that apply to this run
 */
public record Citation(String calibration, Instant measuredAt, List<Use> uses) {

  public Citation {
    uses = List.copyOf(uses);
  }

  /**
   * A ceiling and what the run used of it.
   *
   * @param what reached the ceiling
   * @param unit of both figures, such as {@code calls/s}
   * @param ceiling the most that was seen on this machine
   * @param used in the run's measurement window
   * @param earlier name of the folder of an earlier calibration that this ceiling is of, since the
   *     last one lacks it; null when it does not
   */
  public record Use(Message what, String unit, double ceiling, double used, String earlier) {

    /** 1 when the run was at the ceiling. */
    public double share() {
      return used / ceiling;
    }
  }
}
