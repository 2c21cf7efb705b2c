package dev.nacoscapacity.core.record;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.nacoscapacity.core.text.NumberText;
import java.util.Arrays;

/** What the sizes of a study's trials count. */
public enum LoadUnit {
  /** Instances that a fleet stands in for. */
  INSTANCES("capacity", "instance", "instances"),
  /** Calls of one API in a second, whatever the number of its clients. */
  CALLS_PER_SECOND("rate", "calls/s", "calls/s");

  private final String search;
  private final String one;
  private final String many;

  LoadUnit(String search, String one, String many) {
    this.search = search;
    this.one = one;
    this.many = many;
  }

  /** The unit of the sizes of a study of this kind. */
  static LoadUnit of(String kind) {
    return Arrays.stream(values())
        .filter(unit -> unit.search.equals(kind))
        .findAny()
        .orElse(INSTANCES);
  }

  /** The kind of a study that searches for the largest size in this unit. */
  public String search() {
    return search;
  }

  /** The code of a sentence of such a search. */
  public String sentence(String name) {
    return search + "." + name;
  }

  /** A size with its unit: {@code 1 instance}, {@code 5,000 calls/s}. */
  public String counted(int size) {
    return NumberText.counted(size, one, many);
  }

  /** The word in study.json. */
  @JsonValue
  public String word() {
    return many;
  }
}
