package dev.nacoscapacity.core.checker;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Severity;
import dev.nacoscapacity.core.verdict.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Checks that enough was recorded: a run must not pass on figures that were not measured. */
final class EvidenceChecker implements Checker {

  @Override
  public List<Reason> check(RunRecord run, Criteria criteria) {
    if (EndChecker.endedEarly(run)) {
      return List.of();
    }
    List<Reason> reasons = new ArrayList<>();
    if (Math.round(run.windowSeconds()) < criteria.minWindowSeconds()) {
      reasons.add(
          Reason.of(
              Severity.UNPROVEN,
              "shortWindow",
              with("window", run.windowSeconds()).and("least", criteria.minWindowSeconds())));
    }
    if (run.operations().entrySet().stream().noneMatch(EvidenceChecker::isLoad)) {
      boolean calls = !run.source().tellsWorkload() && run.requests(OperationResult::achieved) > 0;
      reasons.add(Reason.of(Severity.UNPROVEN, calls ? "requiredUnknown" : "noCalls"));
    }
    run.stages().stream()
        .filter(stage -> stage.status() == Status.INCONCLUSIVE)
        .map(
            stage ->
                Reason.of(
                    Severity.UNPROVEN,
                    "stageInconclusive",
                    with("instances", stage.instances())
                        .and("why", stage.reasons().get(0).message())))
        .forEach(reasons::add);
    if (run.notes().stream().anyMatch(note -> note.code().equals(RunRecord.WINDOWS_APART))) {
      reasons.add(Reason.of(Severity.UNPROVEN, "windowsApart"));
    }
    if (run.registry() == null) {
      reasons.add(Reason.of(Severity.UNPROVEN, "registryUnread"));
    }
    if (run.generator() == null || run.generator().delays().lagMs() == null) {
      reasons.add(Reason.of(Severity.UNPROVEN, "generatorUnread"));
    }
    return reasons;
  }

  /** Neither pushes nor the simulator's own reads are load. */
  private static boolean isLoad(Map.Entry<String, OperationResult> operation) {
    return !Operation.isOwn(operation.getKey())
        && !operation.getKey().equals(Operation.PUSH.label())
        && operation.getValue().required() > 0;
  }
}
