package dev.nacoscapacity.core.checker;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Percentiles;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Checks whether the generator was the limit. Waiting for a connection counts only when the fleet's
 * own bound caused the wait, and only while answers are in time and retries are rare; the registry
 * causes all other waiting. CPU does not count: a busy generator that keeps its schedule does no
 * harm. A stall counts by what it explains: what nodes lost from its begin until those instances
 * are back.
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
    Lateness lateness = new Lateness(run, criteria);
    if (lateness.ofStalls()) {
      reasons.add(stall(generator.delays().stalls()));
    }
    if (lateness.ofCalls()) {
      reasons.add(
          Reason.of(
              Severity.GENERATOR,
              "generatorLag",
              with("lag", generator.delays().lagMs().p99()).and("bound", criteria.lagP99Ms())));
    }
    if (!lateness.ofCalls()) {
      lateness
          .ofTail()
          .ifPresent(
              lag -> reasons.add(Reason.of(Severity.GENERATOR, "generatorTail", with("lag", lag))));
    }
    if (lateness.ofPauses()) {
      reasons.add(
          Reason.of(
              Severity.GENERATOR,
              "generatorPause",
              with("pause", generator.gcPauseMs().max()).and("bound", criteria.gcPauseMs())));
    }
    return reasons;
  }

  private static Reason stall(List<Generator.Stall> stalls) {
    Generator.Stall longest =
        stalls.stream().max(Comparator.comparingDouble(Generator.Stall::seconds)).orElseThrow();
    return Reason.of(
        Severity.GENERATOR,
        "generatorStall",
        with("seconds", longest.seconds())
            .and("at", longest.atSeconds())
            .and("others", stalls.size() == 1 ? null : stalls.size() - 1));
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

  /** Attempts that failed or were not answered; their times are not in the answer times. */
  private static long unanswered(OperationResult beat) {
    return beat.failures() + beat.failoverRetries();
  }
}
