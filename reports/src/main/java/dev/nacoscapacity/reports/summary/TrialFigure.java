package dev.nacoscapacity.reports.summary;

import dev.nacoscapacity.reports.experiment.Experiment;
import dev.nacoscapacity.reports.repeats.Spread;
import dev.nacoscapacity.reports.text.NumberText;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** A figure of a trial; several trials are summarized by median and range. */
public enum TrialFigure {
  /** Seconds until a client noticed the fault. */
  CLIENT("client", trial -> first(trial, Experiment.Detection::clientSeconds)),
  /** Seconds until another node noticed the fault. */
  NODE("node", trial -> first(trial, Experiment.Detection::serverSeconds)),
  /** Calls that failed. */
  FAILED("failed", trial -> trial.outage() == null ? null : (double) trial.outage().failed()),
  /** Time without service in client-seconds, summed over all clients. */
  CLIENT_SECONDS(
      "client-s", trial -> trial.outage() == null ? null : trial.outage().clientSeconds()),
  /** Longest time of one client without service, in seconds. */
  WORST("worst", trial -> trial.outage() == null ? null : trial.outage().worstClientSeconds()),
  /** Most instances missing at once. */
  MISSING("missing", TrialFigure::missing),
  /** How often an instance was dropped although it kept beating. */
  DROPPED("dropped", trial -> trial.loss() == null ? null : (double) trial.loss().dropped()),
  /** Upper bound on the absence of a dropped instance, in seconds. */
  AWAY("away", trial -> trial.loss() == null ? null : trial.loss().awaySeconds()),
  /** Seconds from the fault to the steady state. */
  RECOVERED("recovered", trial -> trial.recovery() == null ? null : trial.recovery().seconds()),
  /** Seconds from the last heal to the steady state with every node. */
  WHOLE("whole", trial -> trial.recovery() == null ? null : trial.recovery().sinceHealSeconds());

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

  /** The value; null when it is unknown, or the event did not happen. */
  public Double of(Experiment trial) {
    return of.apply(trial);
  }

  /** A value, formatted; whole numbers are counts. */
  public static String text(Double value) {
    return value != null && value == Math.rint(value)
        ? NumberText.count(value)
        : NumberText.decimal(value);
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
    List<Double> known = trials.stream().map(of).filter(Objects::nonNull).toList();
    return known.isEmpty() ? Optional.empty() : Optional.of(Spread.of(known, Double::doubleValue));
  }

  private static Double first(Experiment trial, Function<Experiment.Detection, Double> figure) {
    return trial.detection().stream()
        .map(figure)
        .filter(Objects::nonNull)
        .min(Double::compare)
        .orElse(null);
  }

  private static Double missing(Experiment trial) {
    Experiment.Deviation missing = trial.registry().get("missing");
    return missing == null ? null : Double.valueOf(missing.peak());
  }
}
