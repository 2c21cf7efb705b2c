package dev.nacoscapacity.chaos.experiment;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What can be done to a node. */
public enum FaultKind {
  /** The process ends at once (SIGKILL), and is started again. */
  KILL,
  /** The process stands still with its connections open (SIGSTOP), and goes on. */
  PAUSE,
  /** What passes between clients and the node is delayed or narrowed. */
  SLOW,
  /** The node takes clients' connections and nothing more comes of them. */
  BLACKHOLE,
  /** Clients' connections to the node are reset. */
  RESET,
  /** Those it is done to and the others cannot reach one another; clients reach them all. */
  PARTITION,
  /** The process ends at once (SIGKILL), and another version is started on the same data. */
  UPGRADE;

  /** The word in files, on the command line and in records. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it is done by a proxy between clients and node, and leaves the node itself alone. */
  public boolean byProxy() {
    return this == SLOW || this == BLACKHOLE || this == RESET;
  }

  /** Whether the node's process ends, and another one takes its place. */
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
