package dev.nacoscapacity.core.text;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The arguments of a {@link Message}, by the name of their placeholder. */
public final class Arguments {

  private final Map<String, Object> values = new LinkedHashMap<>();

  private Arguments() {}

  /** Starts with one argument; a null value is left out. */
  public static Arguments with(String name, Object value) {
    return new Arguments().and(name, value);
  }

  /** Adds an argument; a null value is left out. */
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
