package dev.nacoscapacity.reports.checker;

import static dev.nacoscapacity.reports.text.Arguments.with;

import dev.nacoscapacity.reports.record.Generator;
import dev.nacoscapacity.reports.record.OperationResult;
import dev.nacoscapacity.reports.record.Percentiles;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.stats.Transport;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.Reason;
import dev.nacoscapacity.reports.verdict.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Was the generator the limit. Of the wait for a connection only the part counts that a bound of
 * the fleet's own made, and only while the answers are in time and hardly a call had to be tried
 * again: all other waiting is the registry's doing. CPU does not count: a busy processor that still
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
    List<String> resources = new ArrayList<>(generator.limitedBy());
    if (resources.remove(Generator.PROCESSOR_TIME)) {
      reasons.add(Reason.of(Severity.GENERATOR, "generatorProcessor"));
    }
    if (!resources.isEmpty()) {
      reasons.add(Reason.of(Severity.GENERATOR, "generatorLimited", with("resources", resources)));
    }
    if (generator.connections() != null) {
      connections(run, criteria, generator.connections(), reasons);
    }
    if (generator.lagMs() != null && generator.lagMs().p99() > criteria.lagP99Ms()) {
      reasons.add(
          Reason.of(
              Severity.GENERATOR,
              "generatorLag",
              with("lag", generator.lagMs().p99()).and("bound", criteria.lagP99Ms())));
    }
    if (generator.gcPauseMs() != null && generator.gcPauseMs().max() > criteria.gcPauseMs()) {
      reasons.add(
          Reason.of(
              Severity.GENERATOR,
              "generatorPause",
              with("pause", generator.gcPauseMs().max()).and("bound", criteria.gcPauseMs())));
    }
    return reasons;
  }

  private static void connections(
      RunRecord run, Criteria criteria, Generator.Connections connections, List<Reason> reasons) {
    Map<String, OperationResult> all = run.operations();
    OperationResult beat =
        all.getOrDefault(Operation.BEAT.label(Transport.HTTP), all.get(Operation.BEAT.label()));
    Percentiles answers = beat == null ? null : beat.serviceMs();
    if (connections.waitMs() <= criteria.lagP99Ms()
        || answers == null
        || answers.p99() > criteria.beatP99Ms()
        || unanswered(beat) > criteria.beatFailedShare() * beat.achieved()) {
      return;
    }
    reasons.add(
        Reason.of(
            Severity.GENERATOR,
            connections.asked() ? "connectionsOption" : "connectionsFiles",
            with("wait", connections.waitMs())
                .and("bound", criteria.lagP99Ms())
                .and("connections", connections.bound())
                .and("service", answers.p99())));
  }

  /** Attempts that a node did not answer as it should, whose times are no part of the answers'. */
  private static long unanswered(OperationResult beat) {
    return beat.failures() + beat.failoverRetries();
  }
}
