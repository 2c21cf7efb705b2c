package dev.nacoscapacity.simulator.study.search;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.session.TrialFigures;
import dev.nacoscapacity.simulator.study.StudyRun;
import java.util.List;

/**
 * A trial of one size.
 *
 * @param size in the unit of its study
 * @param stage purpose of the trial
 * @param result stored beside the other fields in {@code study.json}
 * @param saturation which resources were exhausted, and which were not; empty unless the trial
 *     failed
 */
public record SizeTrial(
    int size, TrialStage stage, @JsonUnwrapped StudyRun result, List<Reason> saturation)
    implements SizeResult {

  public SizeTrial {
    saturation = List.copyOf(saturation);
  }

  /**
   * The result of a run.
   *
   * @param folder of the run within the study's
   */
  public static SizeTrial of(int size, TrialStage stage, String folder, RunRecord run) {
    return new SizeTrial(
        size,
        stage,
        StudyRun.of(folder, run),
        run.verdict().status() == Status.FAIL ? Saturation.of(run) : List.of());
  }

  @Override
  public Status status() {
    return result.status();
  }

  @Override
  public TrialFigures figures() {
    return result.figures();
  }

  /** The severity of the worst reason: {@code missing}, {@code latency}, …; empty without one. */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  String broke() {
    return result.reasons().isEmpty() ? "" : result.reasons().get(0).severity().word();
  }
}
