package dev.nacoscapacity.core.text;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The arguments of a {@link Message}, by the name of their placeholder. */
public final class Arguments {

  private final Map<String, Object> values = new LinkedHashMap<>();

  private Arguments() {}

  /** Starts with one argument; an empty {@link Optional} is left out. */
  public static Arguments with(String name, Object value) {
    return new Arguments().and(name, value);
  }

  /** Adds an argument; an empty {@link Optional}, and what a record does not have, is left out. */
  public Arguments and(String name, Object value) {
    Object known = value instanceof Optional<?> optional ? optional.orElse(null) : value;
    if (known != null) {
      values.put(name, known);
    }
    return this;
  }

  Map<String, Object> values() {
    return Collections.unmodifiableMap(values);
  }
}
