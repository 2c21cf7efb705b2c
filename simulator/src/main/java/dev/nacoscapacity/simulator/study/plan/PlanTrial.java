package dev.nacoscapacity.simulator.study.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.study.TrialFigures;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of a row.
 *
 * @param row its number, from 1
 * @param round the name of its round
 * @param published the round of the published report that it repeats, or null
 * @param run the folder of the run within the study's
 * @param version of the cluster
 * @param auth whether calls needed a token
 * @param authCache whether verified tokens were cached
 * @param until its round ends with the first row of this status; null and left out if it does not
 * @param figures stored beside the other fields in {@code study.json}
 * @param killed number of broken nodes; null for a row without faults
 * @param recoverySeconds from the first fault to the steady state; null when it did not return
 * @param reasons of the verdict, worst first
 */
public record PlanTrial(
    int row,
    String round,
    String published,
    String run,
    String version,
    boolean auth,
    boolean authCache,
    int instances,
    @JsonInclude(JsonInclude.Include.NON_NULL) Status until,
    Status status,
    @JsonUnwrapped TrialFigures figures,
    Integer killed,
    Double recoverySeconds,
    List<Reason> reasons) {

  public PlanTrial {
    reasons = List.copyOf(reasons);
  }

  /** The result of a row from its run. */
  public static PlanTrial of(int number, Row row, String folder, RunRecord run) {
    Experiment broken = run.experiment();
    return new PlanTrial(
        number,
        row.round(),
        row.published(),
        folder,
        run.target().version() == null
            ? row.cluster().version().toString()
            : run.target().version(),
        row.cluster().auth(),
        row.cluster().authCache(),
        run.workload().instances(),
        row.until(),
        run.verdict().status(),
        TrialFigures.of(run),
        broken == null ? null : broken.faults().size(),
        broken == null || broken.recovery() == null ? null : broken.recovery().seconds(),
        run.verdict().reasons());
  }

  /**
   * The headings of {@link #cells}.
   *
   * @param chaos whether nodes were killed in any of the rows
   */
  static List<String> headings(boolean chaos) {
    List<String> headings =
        new ArrayList<>(List.of("row", "round", "auth", "cache", "instances", "verdict"));
    headings.addAll(TrialFigures.HEADINGS);
    if (chaos) {
      headings.addAll(List.of("killed", "heals after s"));
    }
    return headings;
  }

  /** The cells of a table row. */
  List<String> cells(boolean chaos) {
    List<String> cells =
        new ArrayList<>(
            List.of(
                Integer.toString(row),
                String.valueOf(round),
                auth ? "on" : "off",
                authCache ? "on" : "off",
                NumberText.of("%,d", instances),
                status.word()));
    cells.addAll(figures.cells());
    if (chaos) {
      cells.add(killed == null ? "-" : Integer.toString(killed));
      cells.add(recoverySeconds == null ? "-" : NumberText.of("%.1f", recoverySeconds));
    }
    return cells;
  }
}
