package dev.nacoscapacity.core.stats;

import com.fasterxml.jackson.annotation.JsonValue;

/** A counted figure. Implemented by enums; the order of their constants is that of columns. */
public interface Figure {

  /**
   * What all figures have.
   *
   * @param column see {@link Figure#column}
   * @param description see {@link Figure#description}
   * @param acrossShards see {@link Figure#acrossShards}
   * @param overTime see {@link Figure#overTime}
   */
  record Definition(String column, String description, Fold acrossShards, Fold overTime) {}

  Definition definition();

  /** The name in files, which is also the key of its words on pages and in tables. */
  @JsonValue
  default String column() {
    return definition().column();
  }

  /** What the figure counts: the rest of a sentence that begins with its name. */
  default String description() {
    return definition().description();
  }

  /** How simultaneous values of two parts of a fleet are combined. */
  default Fold acrossShards() {
    return definition().acrossShards();
  }

  /** How the values of two successive seconds are combined. */
  default Fold overTime() {
    return definition().overTime();
  }
}
