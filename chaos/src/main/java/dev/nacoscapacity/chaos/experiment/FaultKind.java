package dev.nacoscapacity.chaos.experiment;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The kinds of faults. */
public enum FaultKind {
  /** The process is killed (SIGKILL) and started again. */
  KILL,
  /** The process is stopped with its connections open (SIGSTOP), and resumed. */
  PAUSE,
  /** Traffic between clients and the node is delayed or limited. */
  SLOW,
  /** The node accepts clients' connections, but never answers. */
  BLACKHOLE,
  /** Clients' connections to the node are reset. */
  RESET,
  /** The chosen nodes and the other nodes cannot reach each other; clients reach all nodes. */
  PARTITION,
  /** The process is killed (SIGKILL), and another version is started on the same data. */
  UPGRADE;

  /** The word in files, on the command line and in records. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Whether a proxy between clients and node injects the fault, without touching the node itself.
   */
  public boolean byProxy() {
    return this == SLOW || this == BLACKHOLE || this == RESET;
  }

  /** Whether the process of the node ends, and a new one is started. */
  public boolean endsProcess() {
    return this == KILL || this == UPGRADE;
  }

  /**
   * The kind with this word.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static FaultKind of(String word) {
    return Arrays.stream(values())
        .filter(kind -> kind.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'%s' is no fault; there are %s"
                        .formatted(
                            word,
                            Arrays.stream(values())
                                .map(FaultKind::word)
                                .collect(Collectors.joining(", ")))));
  }
}
