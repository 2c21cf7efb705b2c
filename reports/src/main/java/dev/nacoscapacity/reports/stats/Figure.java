package dev.nacoscapacity.reports.stats;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Something that is counted. Implemented by enums; the order of their constants is that of columns.
 */
public interface Figure {

  /** Its name in files and, on pages and in tables, the key of its words. */
  @JsonValue
  String column();

  /** What it counts: the rest of a sentence that begins with its name. */
  String description();

  /** How the values of two parts of a fleet, counted at the same time, become one. */
  Fold acrossShards();

  /** How the values of two seconds, one after the other, become one. */
  Fold overTime();
}
