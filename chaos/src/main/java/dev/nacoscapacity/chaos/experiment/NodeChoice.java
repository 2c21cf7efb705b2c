package dev.nacoscapacity.chaos.experiment;

import dev.nacoscapacity.core.cli.UsageException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Which nodes a fault is injected into.
 *
 * @param selection the way they are chosen
 * @param names of the nodes, for {@link Selection#NAMED}
 */
public record NodeChoice(Selection selection, List<String> names) {

  /** How nodes are chosen. */
  public enum Selection {
    /** The raft leader of naming; further nodes are chosen at random. */
    LEADER,
    /** Any nodes but the leader, at random. */
    FOLLOWER,
    /** At random. */
    RANDOM,
    /** Every node, one by one. */
    EACH,
    /** The named nodes. */
    NAMED
  }

  public static final NodeChoice RANDOM = new NodeChoice(Selection.RANDOM, List.of());
  public static final NodeChoice EACH = new NodeChoice(Selection.EACH, List.of());

  public NodeChoice {
    names = List.copyOf(names);
  }

  /**
   * Parses {@code leader}, {@code follower}, {@code random}, {@code each}, or comma-separated names
   * of nodes.
   *
   * @throws UsageException when the text is none of these
   */
  public static NodeChoice parse(String text) {
    for (Selection selection : Selection.values()) {
      if (selection != Selection.NAMED && selection.name().equalsIgnoreCase(text)) {
        return new NodeChoice(selection, List.of());
      }
    }
    List<String> names = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    if (names.stream().anyMatch(String::isEmpty)
        || names.stream().distinct().count() < names.size()) {
      throw new UsageException(
          "--which",
          "is leader, follower, random, each or nodes such as node1,node3, not '" + text + "'");
    }
    return new NodeChoice(Selection.NAMED, names);
  }

  /** Whether the choice depends on which node is the raft leader. */
  public boolean byLeader() {
    return selection == Selection.LEADER || selection == Selection.FOLLOWER;
  }

  @Override
  public String toString() {
    return selection == Selection.NAMED
        ? String.join(",", names)
        : selection.name().toLowerCase(Locale.ROOT);
  }
}
