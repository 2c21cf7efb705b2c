package dev.nacoscapacity.cluster.process;

import java.util.List;
import java.util.Map;

/**
 * How a node's process is started.
 *
 * @param environment beside this process's own; may hold secrets
 */
record Launch(List<String> command, Map<String, String> environment) {

  /** With another command. */
  Launch as(List<String> other) {
    return new Launch(other, environment);
  }

  @Override
  public String toString() {
    return String.join(" ", command);
  }
}
