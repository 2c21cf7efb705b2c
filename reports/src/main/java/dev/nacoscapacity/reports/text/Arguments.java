package dev.nacoscapacity.reports.text;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The arguments of a {@link Message}, by the name of their place. */
public final class Arguments {

  private final Map<String, Object> values = new LinkedHashMap<>();

  private Arguments() {}

  /** The first argument; a value of null leaves its place out. */
  public static Arguments with(String name, Object value) {
    return new Arguments().and(name, value);
  }

  /** Adds an argument; a value of null leaves its place out. */
  public Arguments and(String name, Object value) {
    if (value != null) {
      values.put(name, value);
    }
    return this;
  }

  Map<String, Object> values() {
    return Collections.unmodifiableMap(values);
  }
}
