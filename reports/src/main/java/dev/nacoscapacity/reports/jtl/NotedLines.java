package dev.nacoscapacity.reports.jtl;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.text.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lines of a JTL that a reader of the figures must know of, all for the same reason. */
public final class NotedLines {

  /** The others are only counted. */
  private static final int NAMED = 3;

  private final String code;
  private final List<String> first = new ArrayList<>();
  private int count;

  /**
   * @param code of the sentence that says what they are
   */
  NotedLines(String code) {
    this.code = code;
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
  Optional<Message> sentence() {
    return count == 0
        ? Optional.empty()
        : Optional.of(
            Message.of(
                code,
                with("lines", String.join(", ", first))
                    .and("more", count > NAMED ? count - NAMED : null)));
  }
}
