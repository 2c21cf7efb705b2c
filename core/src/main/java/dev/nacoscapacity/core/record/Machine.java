package dev.nacoscapacity.core.record;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The machine of the generator.
 *
 * @param cores processors the generator may use
 * @param memoryBytes physical memory
 * @param os name and version
 * @param java runtime version
 * @param limits by name, for example {@code openFiles}, {@code localPorts}, {@code backlog}
 */
public record Machine(
    int cores, long memoryBytes, String os, String java, Map<String, Long> limits) {

  public Machine {
    limits = limits == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(limits));
  }
}
