package dev.nacoscapacity.core.checker;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.record.Generator;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Percentiles;
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
 * @param measured null when the value was not measured
 */
public record Bound(Criterion criterion, String operation, double bound, Double measured) {

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
      if (run.changes() != null || run.pushes() != null) {
        // Where nobody was pushed to, and nobody should have been, there is nothing to keep.
        bounds.add(
            of(
                Criterion.UNDELIVERED_CHANGES,
                criteria,
                run.changes() == null ? 0.0 : (double) run.changes().incomplete()));
      }
      bounds.add(of("minWindowSeconds", criteria, (double) Math.round(run.windowSeconds())));
    } else {
      bounds.addAll(worst(ofTrial(run, criteria)));
      bounds.add(loss(run.experiment(), criteria));
    }
    Optional<Generator> generator = Optional.ofNullable(run.generator());
    bounds.add(
        of(
            "lagP99Ms",
            criteria,
            generator.map(each -> each.delays().lagMs()).map(Generator.Lag::p99).orElse(null)));
    bounds.add(
        of(
            "gcPauseMs",
            criteria,
            generator.map(Generator::gcPauseMs).map(Generator.GcPause::max).orElse(null)));
    if (run.contention() != null && run.verdict().status() != Status.PASS) {
      // What others took does not matter to a run that passed all the same.
      bounds.add(of("contentionShare", criteria, run.contention().worstShare()));
    }
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
              if (criterion.figure() != null) {
                Map<String, Double> measured = measured(run, criterion, criteria);
                measured.forEach(
                    (operation, value) ->
                        bounds.add(new Bound(criterion, operation, bound, value)));
                if (measured.isEmpty()) {
                  bounds.add(new Bound(criterion, criterion.operation(), bound, null));
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
    Percentiles delay = delay(run, criterion.operation());
    if (delay != null) {
      measured.put(criterion.operation(), value(delay, criterion.figure()));
    }
    calls(run, criterion)
        .forEach(
            (operation, calls) -> {
              Double value = value(calls, criterion.figure());
              if (value != null && covers(criterion, operation, run, criteria)) {
                measured.put(operation, value);
              }
            });
    return measured;
  }

  /** The delays that a criterion has in place of an operation's calls; null when there are none. */
  private static Percentiles delay(RunRecord run, String name) {
    return switch (name) {
      case Criterion.PUSH_DELAY -> run.pushes() == null ? null : run.pushes().latencyMs();
      case Criterion.CHANGE_DELAY -> run.changes() == null ? null : run.changes().latencyMs();
      case Criterion.CONFIG_CHANGE_DELAY ->
          run.configChanges() == null ? null : run.configChanges().delayMs();
      default -> null;
    };
  }

  private static Map<String, OperationResult> calls(RunRecord run, Criterion criterion) {
    return criterion.isOfLifecycle() ? run.lifecycle() : run.operations();
  }

  private static boolean covers(
      Criterion criterion, String operation, RunRecord run, Criteria criteria) {
    boolean onAll = criterion.operation().isEmpty();
    // A plan of others may call its samplers as it likes.
    boolean own = run.source().tellsWorkload() && Operation.isOwn(operation);
    return !(onAll && own)
        && criteria.of(operation, criterion.figure()).equals(Optional.of(criterion));
  }

  /** The result of the bound's operation; null when the record does not have that operation. */
  OperationResult calls(RunRecord run) {
    return calls(run, criterion).get(operation);
  }

  private static Double value(OperationResult calls, CallFigure figure) {
    return switch (figure) {
      case ACHIEVED_SHARE -> calls.achievedShare();
      case FAILED_SHARE -> calls.failedShare();
      default -> value(calls.latencyMs(), figure);
    };
  }

  /** One of the percentiles; null when the percentiles are unknown. */
  static Double value(Percentiles percentiles, CallFigure which) {
    if (percentiles == null) {
      return null;
    }
    return switch (which) {
      case P50 -> percentiles.p50();
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
                (one, other) -> one.criterion.keeps(one.measured, other.measured) ? other : one));
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

  private static Double count(
      Optional<RegistryResult> registry, Function<RegistryResult, Long> figure) {
    return registry.map(figure).map(Long::doubleValue).orElse(null);
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
            loss.map(each -> (double) each.dropped()).orElse(null));
    return tolerance == 0 || criteria.dropped() > 0 && dropped.kept()
        ? dropped
        : new Bound(
            Criterion.most(DROPS_AWAY, "s"),
            "",
            tolerance,
            loss.map(Experiment.Loss::awaySeconds).orElse(null));
  }

  private static Bound of(String name, Criteria criteria, Double measured) {
    return new Bound(
        Criterion.named(name).orElseThrow(), "", criteria.bounds().get(name), measured);
  }

  /** Whether the value was measured and is within the bound. */
  public boolean kept() {
    return measured != null && criterion.keeps(measured, bound);
  }

  /** The name of the bound, in each language. */
  public Message label() {
    return criterion.figure() == null || criterion.operation().isEmpty()
        ? Message.of("bound." + criterion.name())
        : Message.of(
            "bound.ofCalls",
            with("operation", criterion.operation())
                .and("figure", criterion.figure().name().toLowerCase(Locale.ROOT)));
  }

  /** The bound, formatted. */
  public String boundText() {
    return criterion.bound(bound);
  }

  /** The measured value, formatted; null when the value was not measured. */
  public String measuredText() {
    return measured == null
        ? null
        : kept() ? criterion.text(measured) : NumberText.apart(measured, bound, criterion::text);
  }

  /** Key of the word for the outcome. */
  public String state() {
    return measured == null ? "unmeasured" : kept() ? "kept" : "broken";
  }
}
