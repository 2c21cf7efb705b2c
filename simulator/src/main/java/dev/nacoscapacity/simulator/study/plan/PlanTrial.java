package dev.nacoscapacity.simulator.study.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.nacoscapacity.core.record.LoadUnit;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Table.Field;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.session.TrialFigures;
import dev.nacoscapacity.simulator.study.StudyRun;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of a row.
 *
 * @param row its number, from 1
 * @param round the name of its round
 * @param version of the cluster
 * @param auth whether calls needed a token
 * @param authCache whether verified tokens were cached
 * @param until if its round ends with the first row of this status
 * @param result stored beside the other fields in {@code study.json}
 */
public record PlanTrial(
    int row,
    String round,
    String version,
    boolean auth,
    boolean authCache,
    @JsonInclude(JsonInclude.Include.NON_NULL) Status until,
    @JsonUnwrapped StudyRun result) {

  /** The result of a row from its run. */
  public static PlanTrial of(int number, PlanRow row, String folder, RunRecord run) {
    return new PlanTrial(
        number,
        row.round(),
        run.target().version() == null
            ? row.cluster().version().toString()
            : run.target().version(),
        row.cluster().auth(),
        row.cluster().authCache(),
        row.until(),
        StudyRun.of(folder, run));
  }

  /** The columns of a table. */
  static List<Field<PlanTrial>> fields(Language language) {
    List<Field<PlanTrial>> fields = new ArrayList<>();
    fields.add(Field.text("row", trial -> Integer.toString(trial.row)));
    fields.add(Field.number("round", 0, PlanTrial::round));
    fields.add(Field.number("auth", 0, trial -> language.say(trial.auth ? "auth.on" : "auth.off")));
    fields.add(
        Field.number("cache", 0, trial -> language.say(trial.authCache ? "auth.on" : "auth.off")));
    fields.add(Field.number("instances", 0, trial -> trial.result.instances()));
    fields.add(
        Field.number(
            "verdict", 0, trial -> language.say("status." + trial.result.status().word())));
    fields.addAll(TrialFigures.fields(LoadUnit.INSTANCES, trial -> trial.result.figures()));
    return fields;
  }
}
