package dev.nacoscapacity.reports.jtl;

import dev.nacoscapacity.core.text.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lines of a JTL that a reader of the figures must know of, all for the same reason. */
public final class NotedLines {

  /** The others are only counted. */
  private static final int NAMED = 3;

  private final String what;
  private final List<String> first = new ArrayList<>();
  private int count;

  /**
   * @param what they are
   */
  NotedLines(String what) {
    this.what = what;
  }

  /**
   * Notes a line.
   *
   * @param line its number, from 1
   * @param why what is wrong or unusual there
   */
  void add(int line, String why) {
    count++;
    if (count <= NAMED) {
      first.add("line " + line + " (" + why + ")");
    }
  }

  int count() {
    return count;
  }

  /** The first line, and what is odd there. */
  String first() {
    return first.get(0);
  }

  /** A sentence for the reader; empty when there was no such line. */
  Optional<String> sentence() {
    String others = count > NAMED ? NumberText.of(" and %,d more", count - NAMED) : "";
    return Optional.of(what + ": " + String.join(", ", first) + others + ".")
        .filter(any -> count > 0);
  }
}
