package dev.nacoscapacity.core.stats;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * A part of the latency of a call. The last three parts and the scheduler lag add up to the first.
 */
public enum LatencyPart {
  LATENCY("latency", "from due to answered, failed and skipped calls included"),
  RETRIES("retries", "from taken up to the attempt that counts: failed attempts before it"),
  POOL_WAIT(
      "poolWait",
      "from the beginning of that attempt to written, or to its failure: for a connection"),
  SERVICE("service", "from written to answered, of the calls that were written");

  private final String label;
  private final String description;

  LatencyPart(String label, String description) {
    this.label = label;
    this.description = description;
  }

  /** Finds a part by its name in files. */
  static Optional<LatencyPart> of(String label) {
    return Stream.of(values()).filter(part -> part.label.equals(label)).findFirst();
  }

  /** The name in files: after the name of the operation, as in {@code beat.latency}. */
  public String label() {
    return label;
  }

  /** What the part covers: the rest of a sentence that begins with its name. */
  public String description() {
    return description;
  }
}
