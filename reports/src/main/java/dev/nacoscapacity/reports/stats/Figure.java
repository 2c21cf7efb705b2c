package dev.nacoscapacity.reports.stats;

import com.fasterxml.jackson.annotation.JsonValue;

/** A counted figure. Implemented by enums; the order of their constants is that of columns. */
public interface Figure {

  /** The name in files, which is also the key of its words on pages and in tables. */
  @JsonValue
  String column();

  /** What the figure counts: the rest of a sentence that begins with its name. */
  String description();

  /** How simultaneous values of two parts of a fleet are combined. */
  Fold acrossShards();

  /** How the values of two successive seconds are combined. */
  Fold overTime();
}
