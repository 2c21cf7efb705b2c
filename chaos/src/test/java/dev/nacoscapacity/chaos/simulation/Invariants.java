package dev.nacoscapacity.chaos.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.model.ModelNode;
import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.merge.MergedFigures;
import dev.nacoscapacity.core.record.MeasuredRun;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Percentiles;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Verdict;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What holds of every run, whatever was drawn. */
final class Invariants {

  /** As long may a node go unread before that is known, and a while more until it is looked at. */
  private static final Duration UNREAD = Duration.ofSeconds(22);

  /** From a node to a client, or back, over the slowest of links. */
  private static final Duration LONGEST_WAY = Duration.ofSeconds(5);

  /** How often a cluster that was mended is given 30 s more to come to rest. */
  private static final int PATIENCE = 30;

  private static final Duration HOLD_MARGIN = Duration.ofMillis(500);

  private final Simulated run;
  private final Criteria criteria;

  private Invariants(Simulated run) {
    this.run = run;
    this.criteria = Criteria.defaults().withMinWindow(run.drawn.whole().timing().duration());
  }

  static void check(Simulated run) {
    new Invariants(run).all();
  }

  private void all() {
    for (Simulated.Part part : run.parts) {
      everyCallIsCountedOnce(part);
      windowIsWhatWasDueInIt(part);
      figuresAddUp(part.result);
      offeredWhatWasAskedFor(part.result.run(), part.settings);
      part.seconds.forEach(second -> listsHoldNoMoreThanTheFleet(part, second));
    }
    RunRecord whole = run.parts.get(0).result.run();
    if (run.parts.size() > 1) {
      whole = merged();
    }
    verdictFollows(whole);
    nobodyIsAccusedWrongly();
    if (run.trial != null) {
      trialMended(whole);
    }
    nothingIsLeft();
  }

  // --- Calls -----------------------------------------------------------------------------------

  private static void everyCallIsCountedOnce(Simulated.Part part) {
    assertThat(part.calls.underWay()).as("calls under way at the end").isZero();
    Operation[] operations = Operation.values();
    long[] required = new long[operations.length];
    long[] fates = new long[operations.length];
    long ended = 0;
    for (int i = 0; i < part.seconds.size(); i++) {
      for (Operation operation : operations) {
        OperationStats second = part.seconds.get(i).stats().total(operation);
        int o = operation.ordinal();
        required[o] += second.count(OperationCount.REQUIRED);
        fates[o] += second.ended() + second.count(OperationCount.SKIPPED);
        ended += operation == Operation.PUSH ? 0 : second.ended();
        long open = required[o] - fates[o] - second.count(OperationCount.IN_FLIGHT);
        boolean periodic =
            switch (operation) {
              case BEAT, LIST, LISTEN, SCRAPE -> true;
              default -> false;
            };
        // What came due while a call was under way meets its fate when that ends.
        if (open < 0 || open > 0 && !periodic) {
          throw new AssertionError(
              "%s: %d required by second %d, %d ended or skipped, %d in flight"
                  .formatted(
                      operation, required[o], i, fates[o], second.count(OperationCount.IN_FLIGHT)));
        }
      }
      assertThat(ended).as("calls ended by second %d", i).isEqualTo((long) part.endedBy.get(i));
    }
  }

  private static void windowIsWhatWasDueInIt(Simulated.Part part) {
    Map<Operation, OperationStats> counted = new EnumMap<>(Operation.class);
    Long start = part.phases.get(Phases.MEASURE);
    if (start != null) {
      long end = start + Math.round(part.result.run().windowSeconds() * 1e9);
      long hold =
          part.settings.protocol().http()
              ? part.settings.timing().listen().minus(HOLD_MARGIN).toNanos()
              : 0;
      for (CallWatch.Ended call : part.calls.ended()) {
        long moment =
            call.operation() == Operation.LISTEN
                ? Math.min(call.due() + hold, call.answered())
                : call.due();
        if (moment >= start && moment < end && !call.abandoned()) {
          OperationStats stats =
              counted.computeIfAbsent(call.operation(), any -> new OperationStats());
          stats.add(call.ok() ? OperationCount.OK : OperationCount.FAILED, 1);
          stats.add(OperationCount.FAILOVER_RETRIES, call.failovers());
        }
      }
    }
    for (Operation operation : Operation.values()) {
      if (operation == Operation.PUSH) {
        continue;
      }
      OperationStats own = counted.getOrDefault(operation, new OperationStats());
      OperationStats stats = part.result.measured().total(operation);
      for (OperationCount figure :
          List.of(OperationCount.OK, OperationCount.FAILED, OperationCount.FAILOVER_RETRIES)) {
        assertThat(stats.count(figure))
            .as("%s %s in the window", operation, figure.column())
            .isEqualTo(own.count(figure));
      }
    }
  }

  private static void figuresAddUp(MeasuredRun result) {
    result
        .measured()
        .operations()
        .forEach(
            (name, stats) -> {
              if (name.equals(Operation.PUSH.label())) {
                return;
              }
              long fates = stats.ended() + stats.count(OperationCount.SKIPPED);
              assertThat(stats.count(OperationCount.REQUIRED))
                  .as(name + " required")
                  .isEqualTo(fates);
              assertThat(stats.failures().values().stream().mapToLong(Long::longValue).sum())
                  .as(name + " failed, by reason")
                  .isEqualTo(stats.count(OperationCount.FAILED));
              assertThat(stats.histogram(LatencyPart.LATENCY).getTotalCount())
                  .as(name + " latencies")
                  .isEqualTo(fates);
              assertThat(stats.histogram(LatencyPart.RETRIES).getTotalCount())
                  .as(name + " retries")
                  .isEqualTo(stats.ended());
              assertThat(stats.histogram(LatencyPart.POOL_WAIT).getTotalCount())
                  .as(name + " waits")
                  .isEqualTo(stats.ended());
              // Who has lost its connection leaves without a word.
              boolean unasked = name.equals(Operation.DEREGISTER.label(Transport.GRPC));
              assertThat(stats.histogram(LatencyPart.SERVICE).getTotalCount())
                  .as(name + " services")
                  .isBetween(unasked ? 0 : stats.count(OperationCount.OK), stats.ended());
            });
    result.run().operations().forEach((name, calls) -> ordered(name, calls, result));
  }

  private static void ordered(String name, OperationResult calls, MeasuredRun result) {
    OperationStats stats = result.measured().of(name);
    assertThat(calls.required())
        .as(name)
        .isEqualTo(calls.ok() + calls.failures() + calls.skipped())
        .isEqualTo(stats.count(OperationCount.REQUIRED));
    assertThat(calls.achieved()).as(name).isEqualTo(calls.ok() + calls.failures());
    ordered(name + " latency", calls.latencyMs());
    ordered(name + " retries", calls.retriesMs());
    ordered(name + " wait", calls.poolWaitMs());
    ordered(name + " service", calls.serviceMs());
  }

  private static void ordered(String what, Percentiles part) {
    if (part != null) {
      assertThat(List.of(0.0, part.p50(), part.p90(), part.p99(), part.p999(), part.max()))
          .as(what)
          .isSorted();
      assertThat(part.mean()).as(what).isBetween(0.0, part.max() + 0.001);
    }
  }

  /** An instance that is registered throughout has a beat and a list in each period. */
  private static void offeredWhatWasAskedFor(RunRecord record, Workload settings) {
    // A run that is stopped abandons the calls that wait for a connection, and counts none of them.
    boolean stopped = record.interrupted() || record.guardStop() != null;
    if (!record.registry().complete() || settings.protocol().grpc() || stopped) {
      return;
    }
    OperationResult registrations = record.operations().get(Operation.REGISTER.label());
    if (registrations != null && registrations.required() > 0) {
      // One that its node forgot registers again, and has no beat meanwhile.
      return;
    }
    int size = settings.instances();
    Duration beat = settings.timing().beat();
    if (beat.equals(Duration.ofSeconds(5))) {
      inEachPeriod(record, Operation.BEAT, size, beat);
    }
    inEachPeriod(record, Operation.LIST, size, settings.timing().list());
  }

  private static void inEachPeriod(
      RunRecord record, Operation operation, int actors, Duration period) {
    long window = Math.round(record.windowSeconds() * 1e9);
    long periods = window / period.toNanos();
    boolean even = window % period.toNanos() == 0;
    OperationResult result = record.operations().get(operation.label());
    assertThat(result == null ? 0 : result.required())
        .as("%s required of %d in %d ns", operation, actors, window)
        .isBetween(actors * periods, actors * (even ? periods : periods + 1));
  }

  // --- The registry ----------------------------------------------------------------------------

  private static void listsHoldNoMoreThanTheFleet(Simulated.Part part, RunSecond second) {
    long size = part.settings.instances();
    long services = part.settings.services();
    second
        .stats()
        .registry()
        .forEach(
            (node, listed) -> {
              long present = listed.count(RegistryCount.PRESENT);
              boolean within =
                  listed.toMap().values().stream().allMatch(value -> value >= 0)
                      && listed.count(RegistryCount.EXPECTED) <= size
                      && listed.count(RegistryCount.UNKNOWN) <= size
                      && listed.count(RegistryCount.STALE) <= size
                      && listed.count(RegistryCount.MISSING) <= size
                      && listed.count(RegistryCount.UNHEALTHY) <= size
                      && listed.count(RegistryCount.DIVERGENT) <= services
                      && present <= size
                      && listed.count(RegistryCount.HEALTHY) <= present;
              if (!within) {
                throw new AssertionError(
                    "%s of %d instances at %.3f: %s".formatted(node, size, second.at(), listed));
              }
            });
  }

  // --- Shards ----------------------------------------------------------------------------------

  private RunRecord merged() {
    assertThat(run.parts.stream().mapToInt(part -> part.settings.instances()).sum())
        .isEqualTo(run.drawn.whole().population().instances());
    List<MeasuredRun> results = run.parts.stream().map(part -> part.result).toList();
    Map<String, MeasuredRun> shards = new LinkedHashMap<>();
    results.forEach(result -> shards.put("shard " + shards.size(), result));
    MeasuredRun sum = MergedFigures.merge(results.get(0).run(), shards, results.size());
    RunRecord whole = sum.run();
    for (String operation : whole.operations().keySet()) {
      assertThat(whole.operations().get(operation).required())
          .as(operation + " of all shards")
          .isEqualTo(
              results.stream()
                  .map(result -> result.run().operations().get(operation))
                  .mapToLong(part -> part == null ? 0 : part.required())
                  .sum());
    }
    figuresAddUp(sum);
    long instances = run.drawn.whole().population().instances();
    for (RegistryStats listed : sum.measured().registry().values()) {
      assertThat(listed.count(RegistryCount.EXPECTED)).isLessThanOrEqualTo(instances);
      assertThat(listed.count(RegistryCount.PRESENT)).isLessThanOrEqualTo(instances);
    }
    if (whole.registry().complete()
        && results.stream().allMatch(result -> result.run().windowSeconds() > 1)) {
      assertThat(whole.registry().worst().count(RegistryCount.EXPECTED))
          .as("expected of all shards")
          .isEqualTo(instances);
    }
    if (run.drawn.inStep() && sameWindow(results)) {
      offeredWhatWasAskedFor(whole, run.drawn.whole());
    }
    return whole;
  }

  private static boolean sameWindow(List<MeasuredRun> results) {
    return results.stream().map(result -> result.run().windowSeconds()).distinct().count() == 1;
  }

  // --- The verdict -----------------------------------------------------------------------------

  private void verdictFollows(RunRecord whole) {
    Verdict verdict = Judge.standard().judge(whole, criteria);
    assertThat(Judge.standard().judge(whole, criteria)).isEqualTo(verdict);
    assertThat(Judge.standard().judged(whole, criteria).verdict()).isEqualTo(verdict);
    if (verdict.status() != Status.PASS) {
      assertThat(verdict.reasons()).as("reasons of " + verdict.status()).isNotEmpty();
      return;
    }
    assertThat(verdict.reasons()).isEmpty();
    assertThat(whole.interrupted()).isFalse();
    assertThat(whole.registry().complete()).isTrue();
    assertThat(whole.registry().unswept()).isZero();
    assertThat(whole.registry().keptBeatingYetDropped()).isZero();
    for (RegistryCount figure : RegistryCount.JUDGED) {
      assertThat(whole.registry().worst().count(figure)).as(figure.column()).isZero();
    }
    nodesHeldTheFleet();
  }

  /** In the whole window no node was for long without an instance. */
  private void nodesHeldTheFleet() {
    int fleet = run.drawn.whole().population().instances();
    for (int node = 0; node < run.cluster.nodes().size(); node++) {
      int lacking = 0;
      for (int look = 0; look < run.looks.size(); look++) {
        boolean lacks = allMeasureAt(look) && run.looks.get(look)[node] != fleet;
        lacking = lacks ? lacking + 1 : 0;
        assertThat(lacking * Simulated.LOOK.toMillis())
            .as("ms that node %d lacked instances, by look %d, of a run that passes", node, look)
            .isLessThan(UNREAD.toMillis());
      }
    }
  }

  private boolean allMeasureAt(int look) {
    long now = look * Simulated.LOOK.toNanos();
    return run.parts.stream()
        .allMatch(
            part -> {
              long start = part.phases.get(Phases.MEASURE);
              return now >= start && now < start + part.result.run().windowSeconds() * 1e9;
            });
  }

  /** A node that listed the whole fleet in every check is not reported as lacking instances. */
  private void nobodyIsAccusedWrongly() {
    boolean leaveTogether = run.parts.size() == 1 || run.drawn.inStep();
    if (!leaveTogether
        || !run.parts.stream().allMatch(part -> part.result.run().registry().complete())) {
      return;
    }
    int fleet = run.drawn.whole().population().instances();
    // What a node answered before the window may arrive within it.
    long from =
        run.parts.stream().mapToLong(part -> part.phases.get(Phases.MEASURE)).min().getAsLong()
            - LONGEST_WAY.toNanos();
    long until =
        run.parts.stream().mapToLong(part -> part.phases.get(Phases.DRAIN)).min().getAsLong();
    if (somebodyCameBack(from)) {
      return;
    }
    for (int node = 0; node < run.cluster.nodes().size(); node++) {
      boolean always = true;
      for (int look = 0; look < run.looks.size(); look++) {
        long now = look * Simulated.LOOK.toNanos();
        always &= now < from || now >= until || run.looks.get(look)[node] == fleet;
      }
      for (Simulated.Part part : run.parts) {
        RegistryStats nodeStats = part.result.measured().node(node);
        if (always) {
          assertThat(nodeStats.count(RegistryCount.MISSING))
              .as("missing at node %d", node)
              .isZero();
        }
      }
    }
  }

  /** An instance that was removed may be back before the next check. */
  private boolean somebodyCameBack(long from) {
    return run.parts.stream()
        .anyMatch(
            part ->
                RegistryStats.worst(part.result.measured().registry().values())
                            .count(RegistryCount.UNKNOWN_INSTANCE_BEATS)
                        > 0
                    || part.calls.ended().stream()
                        .anyMatch(
                            call ->
                                call.operation() == Operation.REGISTER && call.answered() >= from));
  }

  // --- The end ---------------------------------------------------------------------------------

  private void trialMended(RunRecord whole) {
    run.requireMended();
    Experiment experiment = run.trial.experiment(1, 1);
    for (Experiment.Fault fault : experiment.faults()) {
      assertThat(fault.healAt()).as("healed: " + fault).isNotNull();
      assertThat(fault.signalAt()).as(fault.toString()).isBetween(fault.intentAt(), fault.healAt());
    }
    RunRecord record = whole.withExperiment(experiment);
    Verdict verdict = Judge.experiment().judge(record, criteria);
    assertThat(Judge.experiment().judge(record, criteria)).isEqualTo(verdict);
    assertThat(verdict.reasons().isEmpty()).isEqualTo(verdict.status() == Status.PASS);
    if (verdict.status() == Status.PASS) {
      assertThat(experiment.problem()).isNull();
      assertThat(experiment.faults()).isNotEmpty();
    }
  }

  private void nothingIsLeft() {
    if (run.leftNothing()) {
      for (Node node : run.cluster.nodes()) {
        assertThat(run.instances(node))
            .as("instances left at %s, of a run that says none is", node.name())
            .isLessThanOrEqualTo(0);
      }
    }
    // What is on its way when a fleet closes its connections arrives later.
    run.pass(Duration.ofSeconds(10));
    for (Node node : run.cluster.nodes()) {
      assertThat(((ModelNode) node).connections()).as("connections to " + node.name()).isZero();
    }
    if (run.trial != null) {
      // The cluster recovers by itself.
      run.awaitStarts();
    } else {
      run.mendAll();
    }
    // Who is silent for 30 s is removed; a node with a long queue takes what is late for alive.
    for (int i = 0; i < PATIENCE && !isWholeAndEmpty(); i++) {
      run.pass(Duration.ofSeconds(30));
    }
    run.requireWhole();
    for (Node node : run.cluster.nodes()) {
      assertThat(run.instances(node)).as("instances that outlive their fleet").isZero();
    }
  }

  private boolean isWholeAndEmpty() {
    return run.isWhole() && run.cluster.nodes().stream().allMatch(node -> run.instances(node) == 0);
  }
}
