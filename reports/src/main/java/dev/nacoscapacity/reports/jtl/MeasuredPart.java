package dev.nacoscapacity.reports.jtl;

import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.Source;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The measurement window of a JTL: what a fleet's shards have in common, what a plan of this
 * project's tells, or the whole of any other.
 *
 * @param from in seconds since the run began
 * @param to in seconds since the run began
 * @param stopped whether somebody stopped the run within the window
 */
record MeasuredPart(JtlSurvey survey, double from, double to, boolean stopped) {

  static MeasuredPart of(JtlSurvey survey) {
    return switch (survey.source()) {
      case FLEET_JTL -> {
        JtlSurvey.Window common = survey.common();
        yield new MeasuredPart(
            survey, survey.seconds(common.from()), survey.seconds(common.to()), false);
      }
      case PLAN_JTL -> ofPlan(survey);
      default -> new MeasuredPart(survey, 0, survey.seconds(survey.last()), false);
    };
  }

  private static MeasuredPart ofPlan(JtlSurvey survey) {
    PlanSettings settings = survey.settings();
    double asked = settings.number("duration");
    double from = survey.seconds(survey.firstCall()) + settings.secondsBefore();
    double last = survey.seconds(survey.last());
    double paced = survey.seconds(survey.lastPaced());
    // The plan's beats and lists outlast the window, unless somebody stopped it.
    boolean stopped =
        asked > 0 && survey.lastPaced() > 0 && paced < from + asked - settings.number("beat");
    double to = stopped ? Math.max(from, paced) : asked > 0 ? Math.min(from + asked, last) : last;
    return new MeasuredPart(survey, from, to, stopped);
  }

  double seconds() {
    return Math.max(0, to - from);
  }

  /** When each phase began, in seconds since the run began. */
  Map<String, Double> phases() {
    Map<String, Double> phases = new LinkedHashMap<>();
    if (survey.source() != Source.JTL) {
      phases.put(Phases.RAMP, survey.seconds(survey.firstCall()));
      phases.put(Phases.WARM_UP, from - survey.settings().number("warmup"));
    }
    phases.put(Phases.MEASURE, from);
    if (survey.source() != Source.JTL) {
      phases.put(Phases.DEREGISTER, to);
    }
    return phases;
  }

  /**
   * The phase of a second.
   *
   * @param end in seconds since the run began
   */
  String phaseOf(double end) {
    return end <= from ? Phases.WARM_UP : end <= to + 1 ? Phases.MEASURE : Phases.DEREGISTER;
  }

  /** Whether a row counts in the window. */
  boolean holds(JtlRow row) {
    return switch (survey.source()) {
      case FLEET_JTL -> {
        double end = survey.seconds(row.end());
        yield JtlSurvey.isMeasured(row) && (!survey.apart() || end > from && end <= to);
      }
      case PLAN_JTL -> {
        // A long poll takes half a minute, so the plan sees to it that it ends in the window.
        double at = survey.seconds(row.label().equals("listen") ? row.end() : row.start());
        yield !row.began() || at >= from && at < to;
      }
      default -> true;
    };
  }
}
