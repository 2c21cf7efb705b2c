package dev.nacoscapacity.core.checker;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.record.Abort;
import dev.nacoscapacity.core.record.Changes;
import dev.nacoscapacity.core.record.ConfigChanges;
import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Percentiles;
import dev.nacoscapacity.core.record.Pushes;
import dev.nacoscapacity.core.record.RegistryResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.CallFigure;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Criterion;
import dev.nacoscapacity.core.verdict.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A bound of a verdict beside what a run measured.
 *
 * @param operation label of the operation that the bound applies to; empty when the bound is not on
 *     calls, or is on the worst of all operations
 * @param measured empty when the value was not measured
 */
public record Bound(
    Criterion criterion, String operation, double bound, Optional<Double> measured) {

  private static final String DATA_LOSS = "dataLoss";
  private static final String DROPS_AWAY = "dropsAway";

  /**
   * The bounds of a run's verdict; none when the run has no verdict. An experiment has bounds of
   * its own.
   */
  public static List<Bound> of(RunRecord run) {
    if (run.verdict() == null || run.verdict().criteria() == null) {
      return List.of();
    }
    Criteria criteria = run.verdict().criteria();
    List<Bound> bounds = new ArrayList<>();
    if (run.experiment() == null) {
      bounds.addAll(worst(ofCalls(run, criteria)));
      registry(Optional.ofNullable(run.registry()), criteria, bounds);
      if (run.changes() != null || run.pushes() != null || run.configChanges() != null) {
        // Where nobody was pushed to, and nobody should have been, there is nothing to keep.
        bounds.add(
            of(
                Criterion.UNDELIVERED_CHANGES,
                criteria,
                Optional.of((double) run.undeliveredChanges())));
      }
      bounds.add(of("window", criteria, Optional.of((double) Math.round(run.windowSeconds()))));
    } else {
      bounds.addAll(worst(ofTrial(run, criteria)));
      bounds.add(loss(run.experiment(), criteria));
    }
    Optional<Generator> generator = Optional.ofNullable(run.generator());
    bounds.add(
        of(
            "lag.p99",
            criteria,
            generator.map(each -> each.delays().lagMs()).map(Generator.Lag::p99)));
    bounds.add(
        of("gcPause", criteria, generator.map(Generator::gcPauseMs).map(Generator.GcPause::max)));
    if (run.contention() != null && run.verdict().status() != Status.PASS) {
      // What others took does not matter to a run that passed all the same.
      bounds.add(of("contention", criteria, Optional.of(run.contention().worstShare())));
    }
    bounds.addAll(FidelityChecker.bounds(run));
    return bounds;
  }

  /**
   * The bounds on calls: one for each operation that a criterion covers, or one without a measured
   * value when the run has no such operation. A bound on all operations applies to those of
   * clients: the simulator's own reads are judged by what they leave unknown.
   *
   * @param criteria by which the run is judged
   */
  static List<Bound> ofCalls(RunRecord run, Criteria criteria) {
    List<Bound> bounds = new ArrayList<>();
    criteria
        .bounds()
        .forEach(
            (name, bound) -> {
              Criterion criterion = Criterion.named(name).orElseThrow();
              if (criterion.isOnCalls()) {
                Map<String, Double> measured = measured(run, criterion, criteria);
                measured.forEach(
                    (operation, value) ->
                        bounds.add(new Bound(criterion, operation, bound, Optional.of(value))));
                if (measured.isEmpty()) {
                  bounds.add(new Bound(criterion, criterion.operation(), bound, Optional.empty()));
                }
              }
            });
    return bounds;
  }

  /** The bounds on calls in an experiment: only those that the user set. */
  static List<Bound> ofTrial(RunRecord run, Criteria criteria) {
    return ofCalls(run, criteria).stream()
        .filter(bound -> criteria.isAsked(bound.criterion))
        .toList();
  }

  /** The measured values of a criterion, by operation. */
  private static Map<String, Double> measured(
      RunRecord run, Criterion criterion, Criteria criteria) {
    Map<String, Double> measured = new LinkedHashMap<>();
    CallFigure figure = criterion.figure().orElseThrow();
    delay(run, criterion.operation())
        .ifPresent(delay -> measured.put(criterion.operation(), value(delay, figure)));
    calls(run, criterion)
        .forEach(
            (operation, calls) -> {
              if (covers(criterion, operation, run, criteria)) {
                value(calls, figure).ifPresent(value -> measured.put(operation, value));
              }
            });
    return measured;
  }

  /** The delays that a criterion has in place of an operation's calls. */
  private static Optional<Percentiles> delay(RunRecord run, String name) {
    return switch (name) {
      case Criterion.PUSH_DELAY -> Optional.ofNullable(run.pushes()).map(Pushes::latencyMs);
      case Criterion.CHANGE_DELAY -> Optional.ofNullable(run.changes()).map(Changes::latencyMs);
      case Criterion.CONFIG_CHANGE_DELAY ->
          Optional.ofNullable(run.configChanges()).map(ConfigChanges::delayMs);
      default -> Optional.empty();
    };
  }

  private static Map<String, OperationResult> calls(RunRecord run, Criterion criterion) {
    // Calls at a constant rate are those of the window, whatever their kind.
    return criterion.isOfLifecycle() && !run.workload().isAtRate(criterion.operation())
        ? run.lifecycle()
        : run.operations();
  }

  private static boolean covers(
      Criterion criterion, String operation, RunRecord run, Criteria criteria) {
    boolean onAll = criterion.operation().isEmpty();
    // A plan of others may call its samplers as it likes.
    boolean own = run.source().tellsWorkload() && Operation.isOwn(operation);
    return !(onAll && own)
        && criteria.of(operation, criterion.figure().orElseThrow()).equals(Optional.of(criterion));
  }

  /** The result of the bound's operation; empty when the record does not have that operation. */
  Optional<OperationResult> calls(RunRecord run) {
    return Optional.ofNullable(calls(run, criterion).get(operation));
  }

  /** All percentiles of what a bound on a time is on; empty when nothing was measured. */
  Optional<Percentiles> percentiles(RunRecord run) {
    return delay(run, criterion.operation()).or(() -> calls(run).map(OperationResult::latencyMs));
  }

  private static Optional<Double> value(OperationResult calls, CallFigure figure) {
    return switch (figure) {
      case ACHIEVED_SHARE -> calls.achievedShare();
      case FAILED_SHARE -> calls.failedShare();
      default -> Optional.ofNullable(calls.latencyMs()).map(each -> value(each, figure));
    };
  }

  /** One of the percentiles. */
  static double value(Percentiles percentiles, CallFigure which) {
    return switch (which) {
      case P50 -> percentiles.p50();
      case P90 -> percentiles.p90();
      case P95 -> percentiles.p95();
      case P99 -> percentiles.p99();
      case P999 -> percentiles.p999();
      case MAX -> percentiles.max();
      default -> throw new IllegalArgumentException(which + " is no percentile");
    };
  }

  /** Keeps, for each criterion, the operation with the worst value. */
  private static List<Bound> worst(List<Bound> all) {
    Map<String, Bound> worst = new LinkedHashMap<>();
    all.forEach(
        bound ->
            worst.merge(
                bound.criterion.name(),
                bound,
                (one, other) ->
                    one.criterion.keeps(one.measured.get(), other.measured.get()) ? other : one));
    return worst.values().stream()
        .map(each -> new Bound(each.criterion, "", each.bound, each.measured))
        .toList();
  }

  private static void registry(
      Optional<RegistryResult> registry, Criteria criteria, List<Bound> bounds) {
    bounds.add(of("dropped", criteria, count(registry, RegistryResult::keptBeatingYetDropped)));
    bounds.add(of("neverAppeared", criteria, count(registry, RegistryResult::neverAppeared)));
    for (RegistryCount figure : RegistryCount.JUDGED) {
      bounds.add(of(figure.column(), criteria, count(registry, r -> r.worst().count(figure))));
    }
  }

  private static Optional<Double> count(
      Optional<RegistryResult> registry, Function<RegistryResult, Long> figure) {
    return registry.map(figure).map(Long::doubleValue);
  }

  /**
   * The bound of an experiment on the loss of instances that kept beating: by their number, unless
   * more were dropped and a tolerance lets the time of their absence decide.
   */
  private static Bound loss(Experiment experiment, Criteria criteria) {
    Optional<Experiment.Loss> loss = Optional.ofNullable(experiment.effects().loss());
    double tolerance = experiment.design().hypothesis().dropToleranceSeconds();
    Bound dropped =
        new Bound(
            Criterion.most(DATA_LOSS, ""),
            "",
            criteria.dropped(),
            loss.map(each -> (double) each.dropped()));
    return tolerance == 0 || criteria.dropped() > 0 && dropped.kept()
        ? dropped
        : new Bound(
            Criterion.most(DROPS_AWAY, "s"), "", tolerance, loss.map(Experiment.Loss::awaySeconds));
  }

  /** The bound that ended a run. */
  static Bound of(Abort abort) {
    return new Bound(
        abort.threshold().criterion(),
        "",
        abort.threshold().bound(),
        Optional.of(abort.measured()));
  }

  private static Bound of(String name, Criteria criteria, Optional<Double> measured) {
    return new Bound(
        Criterion.named(name).orElseThrow(), "", criteria.bounds().get(name), measured);
  }

  /** The figure of a bound on calls. */
  CallFigure figure() {
    return criterion.figure().orElseThrow();
  }

  /** Whether the value was measured and is within the bound. */
  public boolean kept() {
    return measured.isPresent() && criterion.keeps(measured.get(), bound);
  }

  /** The name of the bound, in each language. */
  public Message label() {
    return !criterion.isOnCalls() || criterion.operation().isEmpty()
        ? Message.of("bound." + criterion.name())
        : Message.of(
            "bound.ofCalls",
            with("operation", criterion.operation())
                .and("figure", figure().name().toLowerCase(Locale.ROOT)));
  }

  /** The bound, formatted. */
  public String boundText() {
    return criterion.bound(bound);
  }

  /** The measured value, formatted; {@link NumberText#UNKNOWN} when it was not measured. */
  public String measuredText() {
    return measured
        .map(
            value ->
                kept() ? criterion.text(value) : NumberText.apart(value, bound, criterion::text))
        .orElse(NumberText.UNKNOWN);
  }

  /** Key of the word for the outcome. */
  public String state() {
    return measured.isEmpty() ? "unmeasured" : kept() ? "kept" : "broken";
  }
}
