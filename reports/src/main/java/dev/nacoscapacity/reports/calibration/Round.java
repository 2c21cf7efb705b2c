package dev.nacoscapacity.reports.calibration;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A case measured once.
 *
 * @param figures by the metric's key; one that could not be measured is left out
 * @param outcome what became of it when that was not the rule, such as {@code OutOfMemoryError};
 *     null when all went well
 */
public record Round(Map<String, Double> figures, String outcome) {

  public Round {
    figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
  }

  /** A round in which all went well. */
  public static Round of(Map<String, Double> figures) {
    return new Round(figures, null);
  }

  /** A round that came to nothing. */
  public static Round ended(String outcome) {
    return new Round(Map.of(), outcome);
  }
}
