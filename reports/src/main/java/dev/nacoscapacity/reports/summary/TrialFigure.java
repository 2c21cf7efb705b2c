package dev.nacoscapacity.reports.summary;

import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.experiment.Experiment.Detection;
import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.text.NumberText;
import java.util.List;
import java.util.Objects;
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
  FAILED(
      "failed",
      trial ->
          trial.effects().outage() == null ? null : (double) trial.effects().outage().failed()),
  /** Time without service in client-seconds, summed over all clients. */
  CLIENT_SECONDS(
      "client-s",
      trial -> trial.effects().outage() == null ? null : trial.effects().outage().clientSeconds()),
  /** Longest time of one client without service, in seconds. */
  WORST(
      "worst",
      trial ->
          trial.effects().outage() == null ? null : trial.effects().outage().worstClientSeconds()),
  /** Most instances missing at once. */
  MISSING("missing", TrialFigure::missing),
  /** How often an instance was dropped although it kept beating. */
  DROPPED(
      "dropped",
      trial -> trial.effects().loss() == null ? null : (double) trial.effects().loss().dropped()),
  /** Upper bound on the absence of a dropped instance, in seconds. */
  AWAY(
      "away",
      trial -> trial.effects().loss() == null ? null : trial.effects().loss().awaySeconds()),
  /** Seconds from the fault to the steady state. */
  RECOVERED("recovered", trial -> recovery(trial, Experiment.Recovery::seconds)),
  /** Seconds from the last heal to the steady state with every node. */
  WHOLE("whole", trial -> recovery(trial, Experiment.Recovery::sinceHealSeconds));

  /** The value of a time until something that did not happen. */
  public static final double NEVER = Double.POSITIVE_INFINITY;

  private final String word;
  private final Function<Experiment, Double> of;

  TrialFigure(String word, Function<Experiment, Double> of) {
    this.word = word;
    this.of = of;
  }

  /** The name in tables. */
  public String word() {
    return word;
  }

  /** The value; null when it is unknown. */
  public Double of(Experiment trial) {
    return of.apply(trial);
  }

  /** A value, formatted; whole numbers are counts, and {@link #NEVER} is ∞. */
  public static String text(Double value) {
    if (value != null && value == NEVER) {
      return "∞";
    }
    return value != null && value == Math.rint(value)
        ? NumberText.count(value)
        : NumberText.decimal(value);
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
    return trials.stream().map(of).filter(Objects::nonNull).toList();
  }

  private static Double first(
      Experiment trial, Predicate<Detection> noticeable, Function<Detection, Double> figure) {
    return trial.effects().detection().stream()
        .filter(noticeable)
        .map(figure)
        .map(seconds -> orNever(trial, seconds))
        .filter(Objects::nonNull)
        .min(Double::compare)
        .orElse(null);
  }

  private static Double recovery(Experiment trial, Function<Experiment.Recovery, Double> figure) {
    return trial.effects().recovery() == null
        ? null
        : orNever(trial, figure.apply(trial.effects().recovery()));
  }

  /** A trial that was cut short does not show what would have happened. */
  private static Double orNever(Experiment trial, Double seconds) {
    return seconds != null || trial.cutShort() ? seconds : Double.valueOf(NEVER);
  }

  private static Double missing(Experiment trial) {
    Experiment.Deviation missing = trial.effects().registry().get("missing");
    return missing == null ? null : Double.valueOf(missing.peak());
  }
}
