package dev.nacoscapacity.reports.checker;

import dev.nacoscapacity.reports.record.Generator;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Severity;
import java.util.ArrayList;
import java.util.List;

/**
 * Was the generator the limit. Pool wait and CPU are not asked: the first is the registry's doing,
 * and a busy processor that still keeps its times does no harm.
 */
final class GeneratorChecker implements Checker {

  @Override
  public List<Reason> check(RunRecord run, Criteria criteria) {
    Generator generator = run.generator();
    if (generator == null) {
      return List.of();
    }
    List<Reason> reasons = new ArrayList<>();
    if (!generator.limitedBy().isEmpty()) {
      reasons.add(
          new Reason(
              Severity.GENERATOR,
              "generatorLimited",
              "The generator was limited by its "
                  + String.join(", ", generator.limitedBy())
                  + "; bin/simulator doctor says what to change."));
    }
    if (generator.lagMs() != null && generator.lagMs().p99() > criteria.lagP99Ms()) {
      reasons.add(
          new Reason(
              Severity.GENERATOR,
              "generatorLag",
              Words.of(
                  "The generator took calls up late: lag p99 %,.0f ms (bound %,.0f ms); give it "
                      + "more processor, or share the fleet out with --shard.",
                  generator.lagMs().p99(), criteria.lagP99Ms())));
    }
    if (generator.gcPauseMs() != null && generator.gcPauseMs().max() > criteria.gcPauseMs()) {
      reasons.add(
          new Reason(
              Severity.GENERATOR,
              "generatorPause",
              Words.of(
                  "The generator stood still for %,.0f ms to collect garbage (bound %,.0f ms); "
                      + "give it more heap in JAVA_OPTS.",
                  generator.gcPauseMs().max(), criteria.gcPauseMs())));
    }
    return reasons;
  }
}
