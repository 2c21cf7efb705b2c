package dev.nacoscapacity.simulator.study.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Column;
import dev.nacoscapacity.core.text.Table.Field;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.study.TrialFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

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
  public static PlanTrial of(int number, PlanRow row, String folder, RunRecord run) {
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
        broken == null || broken.effects().recovery() == null
            ? null
            : broken.effects().recovery().seconds(),
        run.verdict().reasons());
  }

  /**
   * The columns of a table.
   *
   * @param chaos whether nodes were killed in any of the rows
   */
  static List<Field<PlanTrial>> fields(boolean chaos) {
    List<Field<PlanTrial>> fields = new ArrayList<>();
    fields.add(new Field<>(Column.text("row", "row"), trial -> Integer.toString(trial.row)));
    fields.add(field("round", 0, PlanTrial::round));
    fields.add(field("auth", 0, trial -> trial.auth ? "on" : "off"));
    fields.add(field("cache", 0, trial -> trial.authCache ? "on" : "off"));
    fields.add(field("instances", 0, PlanTrial::instances));
    fields.add(field("verdict", 0, trial -> trial.status.word()));
    fields.addAll(TrialFigures.fields(PlanTrial::figures));
    if (chaos) {
      fields.add(field("killed", 0, PlanTrial::killed));
      fields.add(field("heals after s", 1, PlanTrial::recoverySeconds));
    }
    return fields;
  }

  private static Field<PlanTrial> field(
      String heading, int decimals, Function<PlanTrial, Object> cell) {
    return new Field<>(Column.number(heading, heading, decimals), cell);
  }
}
