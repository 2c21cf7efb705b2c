package dev.nacoscapacity.reports.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.nacoscapacity.reports.experiment.Experiment;
import dev.nacoscapacity.reports.record.Study;
import java.util.List;

/**
 * What the script draws of a study.
 *
 * @param passes the largest size that holds; null when there is none
 * @param fails the smallest above it that does not; null when there is none
 * @param unfailed the largest that passed with nothing broken, where others were broken; else null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record StudyData(List<Point> points, Integer passes, Integer fails, Integer unfailed) {

  /**
   * A trial.
   *
   * @param broken whether nodes were
   * @param recovered seconds from the fault to the steady state; null when it did not come back
   * @param whole seconds from the last heal to the steady state of all; null likewise
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Point(
      int trial,
      String folder,
      String link,
      int instances,
      String status,
      boolean broken,
      Double recovered,
      Double whole) {

    static Point of(StudyTrial trial) {
      Experiment experiment = trial.experiment();
      Experiment.Recovery recovery = experiment == null ? null : experiment.recovery();
      return new Point(
          trial.number(),
          trial.folder(),
          trial.link(),
          trial.instances(),
          trial.status(),
          experiment != null,
          recovery == null ? null : recovery.seconds(),
          recovery == null ? null : recovery.sinceHealSeconds());
    }
  }

  static StudyData of(Study study, List<StudyTrial> trials) {
    Study.Bracket bracket = study.bracket();
    List<Point> points = trials.stream().map(Point::of).toList();
    boolean broken = points.stream().anyMatch(Point::broken);
    return new StudyData(
        points,
        bracket == null ? null : bracket.passes(),
        bracket == null ? null : bracket.fails(),
        broken ? unfailed(points) : null);
  }

  private static Integer unfailed(List<Point> points) {
    return points.stream()
        .filter(point -> !point.broken() && point.status().equals("pass"))
        .map(Point::instances)
        .max(Integer::compare)
        .orElse(null);
  }

  /** Whether more than one size was tried. */
  public boolean sized() {
    return points.stream().mapToInt(Point::instances).distinct().count() > 1;
  }

  /** Whether there is a recovery to be drawn. */
  public boolean recoveries() {
    return points.stream().anyMatch(point -> point.recovered() != null || point.whole() != null);
  }
}
