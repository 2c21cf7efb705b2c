package dev.nacoscapacity.reports.checker;

import dev.nacoscapacity.reports.record.Generator;
import dev.nacoscapacity.reports.record.OperationResult;
import dev.nacoscapacity.reports.record.Percentiles;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Was the generator the limit. Of the wait for a connection only that part is asked which a bound
 * of the fleet's own made, and only while the answers are in time and hardly a call had to be tried
 * again: all else of it is the registry's doing. CPU is not asked: a busy processor that still
 * keeps its times does no harm.
 */
final class GeneratorChecker implements Checker {

  @Override
  public List<Reason> check(RunRecord run, Criteria criteria) {
    Generator generator = run.generator();
    if (generator == null) {
      return List.of();
    }
    List<Reason> reasons = new ArrayList<>();
    List<String> lacked = new ArrayList<>(generator.limitedBy());
    if (lacked.remove(Generator.PROCESSOR_TIME)) {
      reasons.add(
          new Reason(
              Severity.GENERATOR,
              "generatorProcessor",
              "The ramp was given up while the generator itself was late; give it more processor, "
                  + "or share the fleet out with --shard."));
    }
    if (!lacked.isEmpty()) {
      reasons.add(
          new Reason(
              Severity.GENERATOR,
              "generatorLimited",
              "The generator ran out of "
                  + String.join(" and ", lacked)
                  + "; bin/simulator doctor says what to change."));
    }
    if (generator.connections() != null) {
      waits(run, criteria, generator.connections()).ifPresent(reasons::add);
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

  private static Optional<Reason> waits(
      RunRecord run, Criteria criteria, Generator.Connections connections) {
    OperationResult beat = run.operation(Operation.BEAT);
    Percentiles answers = beat == null ? null : beat.serviceMs();
    if (connections.waitMs() <= criteria.lagP99Ms()
        || answers == null
        || answers.p99() > criteria.beatP99Ms()
        || unanswered(beat) > criteria.failedShare() * beat.achieved()) {
      return Optional.empty();
    }
    String waited =
        Words.of(
            "Calls waited %,.0f ms (p99, bound %,.0f ms) for one of the fleet's own connections",
            connections.waitMs(), criteria.lagP99Ms());
    return Optional.of(
        connections.asked()
            ? new Reason(
                Severity.GENERATOR,
                "connectionsOption",
                Words.of(
                    "%s, of which --connections allows %,d, while beats were answered in %,.0f ms: "
                        + "allow more, or leave the option out.",
                    waited, connections.bound(), answers.p99()))
            : new Reason(
                Severity.GENERATOR,
                "connectionsFiles",
                Words.of(
                    "%s, of which the open files that a process may have allow %,d, while beats were "
                        + "answered in %,.0f ms; bin/simulator doctor says what to change.",
                    waited, connections.bound(), answers.p99())));
  }

  /** Attempts that a node did not answer as it should, whose times are no part of the answers'. */
  private static long unanswered(OperationResult beat) {
    return beat.failures() + beat.failoverRetries();
  }
}
