package dev.nacoscapacity.reports.summary;

import dev.nacoscapacity.reports.experiment.Experiment;
import dev.nacoscapacity.reports.repeats.Spread;
import dev.nacoscapacity.reports.text.NumberText;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** A figure of a trial, of which several trials have a median and a range. */
public enum TrialFigure {
  /** Seconds until a client noticed. */
  CLIENT("client", trial -> first(trial, Experiment.Detection::clientSeconds)),
  /** Seconds until another node noticed. */
  NODE("node", trial -> first(trial, Experiment.Detection::serverSeconds)),
  /** Calls that failed. */
  FAILED("failed", trial -> trial.outage() == null ? null : (double) trial.outage().failed()),
  /** Seconds of one client without service, added up over all. */
  CLIENT_SECONDS(
      "client-s", trial -> trial.outage() == null ? null : trial.outage().clientSeconds()),
  /** Seconds of the worst client without service. */
  WORST("worst", trial -> trial.outage() == null ? null : trial.outage().worstClientSeconds()),
  /** Instances missing at once. */
  MISSING("missing", TrialFigure::missing),
  /** How often an instance was dropped although it kept beating. */
  DROPPED("dropped", trial -> trial.loss() == null ? null : (double) trial.loss().dropped()),
  /** Seconds that dropped ones were away, at most. */
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

  /** Its name in tables. */
  public String word() {
    return word;
  }

  /** Null when it is not known, or did not happen. */
  public Double of(Experiment trial) {
    return of.apply(trial);
  }

  /** The figure as people read it: whole numbers are counts. */
  public static String text(Double value) {
    return value != null && value == Math.rint(value)
        ? NumberText.count(value)
        : NumberText.decimal(value);
  }

  /** The median of the trials that have one. */
  public String median(List<Experiment> trials) {
    return spread(trials).map(all -> text(all.median())).orElse(NumberText.UNKNOWN);
  }

  /** Least and most of the trials that have one. */
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
