package dev.nacoscapacity.reports.summary;

import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.experiment.Experiment.Detection;
import dev.nacoscapacity.core.experiment.Experiment.Loss;
import dev.nacoscapacity.core.experiment.Experiment.Outage;
import dev.nacoscapacity.core.experiment.Experiment.Recovery;
import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.text.NumberText;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A figure of a trial; several trials are summarized by median and range. A time until something
 * that never happened is {@link #NEVER}, the worst value.
 */
public enum TrialFigure {
  /** Seconds until a client noticed the fault. */
  CLIENT("client", trial -> first(trial, any -> true, Detection::clientSeconds)),
  /** Seconds until another node noticed the fault; unknown when none was left. */
  NODE("node", trial -> first(trial, Detection::noticeable, Detection::serverSeconds)),
  /** Calls that failed. */
  FAILED("failed", trial -> outage(trial).map(outage -> (double) outage.failed())),
  /** Time without service in client-seconds, summed over all clients. */
  CLIENT_SECONDS("client-s", trial -> outage(trial).map(Outage::clientSeconds)),
  /** Longest time of one client without service, in seconds. */
  WORST("worst", trial -> outage(trial).map(Outage::worstClientSeconds)),
  /** Most instances missing at once. */
  MISSING("missing", TrialFigure::missing),
  /** How often an instance was dropped although it kept beating. */
  DROPPED("dropped", trial -> loss(trial).map(loss -> (double) loss.dropped())),
  /** Upper bound on the absence of a dropped instance, in seconds. */
  AWAY("away", trial -> loss(trial).map(Loss::awaySeconds)),
  /** Seconds from the fault to the steady state. */
  RECOVERED("recovered", trial -> recovery(trial, Recovery::seconds)),
  /** Seconds from the last heal to the steady state with every node. */
  WHOLE("whole", trial -> recovery(trial, Recovery::sinceHealSeconds));

  /** The value of a time until something that did not happen. */
  public static final double NEVER = Double.POSITIVE_INFINITY;

  private final String word;
  private final Function<Experiment, Optional<Double>> of;

  TrialFigure(String word, Function<Experiment, Optional<Double>> of) {
    this.word = word;
    this.of = of;
  }

  /** The name in tables. */
  public String word() {
    return word;
  }

  /** The value; empty when it is unknown. */
  public Optional<Double> of(Experiment trial) {
    return of.apply(trial);
  }

  /** A value, formatted; whole numbers are counts, and {@link #NEVER} is ∞. */
  public static String text(double value) {
    if (value == NEVER) {
      return "∞";
    }
    return value == Math.rint(value) ? NumberText.count(value) : NumberText.decimal(value);
  }

  /** How many of these trials have a value, {@link #NEVER} or another. */
  public int observed(List<Experiment> trials) {
    return values(trials).size();
  }

  /** How many of these trials have another value than {@link #NEVER}. */
  public long happened(List<Experiment> trials) {
    return values(trials).stream().filter(value -> value < NEVER).count();
  }

  /** The median over the trials with a value. */
  public String median(List<Experiment> trials) {
    return spread(trials).map(all -> text(all.median())).orElse(NumberText.UNKNOWN);
  }

  /** Minimum and maximum over the trials with a value. */
  public String range(List<Experiment> trials) {
    return spread(trials)
        .map(all -> text(all.min()) + ".." + text(all.max()))
        .orElse(NumberText.UNKNOWN);
  }

  private Optional<Spread> spread(List<Experiment> trials) {
    List<Double> values = values(trials);
    return values.isEmpty()
        ? Optional.empty()
        : Optional.of(Spread.of(values, Double::doubleValue));
  }

  private List<Double> values(List<Experiment> trials) {
    return trials.stream().map(of).flatMap(Optional::stream).toList();
  }

  private static Optional<Outage> outage(Experiment trial) {
    return Optional.ofNullable(trial.effects().outage());
  }

  private static Optional<Loss> loss(Experiment trial) {
    return Optional.ofNullable(trial.effects().loss());
  }

  private static Optional<Double> first(
      Experiment trial, Predicate<Detection> noticeable, Function<Detection, Double> figure) {
    return trial.effects().detection().stream()
        .filter(noticeable)
        .map(each -> orNever(trial, Optional.ofNullable(figure.apply(each))))
        .flatMap(Optional::stream)
        .min(Double::compare);
  }

  private static Optional<Double> recovery(Experiment trial, Function<Recovery, Double> figure) {
    return Optional.ofNullable(trial.effects().recovery())
        .flatMap(recovery -> orNever(trial, Optional.ofNullable(figure.apply(recovery))));
  }

  /** A trial that was cut short does not show what would have happened. */
  private static Optional<Double> orNever(Experiment trial, Optional<Double> seconds) {
    return seconds.or(() -> trial.cutShort() ? Optional.empty() : Optional.of(NEVER));
  }

  private static Optional<Double> missing(Experiment trial) {
    return Optional.ofNullable(trial.effects().registry().get("missing"))
        .map(missing -> (double) missing.peak());
  }
}
