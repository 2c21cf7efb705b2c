package dev.nacoscapacity.reports.jtl;

import dev.nacoscapacity.core.text.NumberText;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The lines of a JTL that are not as JMeter writes them, each named by its number. */
public final class JtlNotes {

  /** The others are only counted. */
  private static final int NAMED = 3;

  /** What is odd with a line. */
  enum Oddity {
    LEFT_OUT("No samples, and left out"),
    MENDED("Delimiters without quotes, taken as part of a message"),
    NEVER_BEGAN("Samples that never began, counted without a time and a latency"),
    UNUSUAL_TIME("Times that are not in ms, converted, dates by this machine's time zone"),
    SEVERAL_SAMPLES("Sums of several samples, so that percentiles are of their means");

    private final String sentence;

    Oddity(String sentence) {
      this.sentence = sentence;
    }
  }

  private static final class Lines {
    private int count;
    private final List<String> first = new ArrayList<>();
  }

  private final Map<Oddity, Lines> byOddity = new EnumMap<>(Oddity.class);

  JtlNotes() {}

  /**
   * Notes a line.
   *
   * @param line its number, from 1
   * @param what there is wrong or unusual there
   */
  void add(Oddity oddity, int line, String what) {
    Lines lines = byOddity.computeIfAbsent(oddity, each -> new Lines());
    lines.count++;
    if (lines.first.size() < NAMED) {
      lines.first.add("line " + line + " (" + what + ")");
    }
  }

  int count(Oddity oddity) {
    Lines lines = byOddity.get(oddity);
    return lines == null ? 0 : lines.count;
  }

  /** The first line with an oddity, and what is odd there. */
  String first(Oddity oddity) {
    return byOddity.get(oddity).first.get(0);
  }

  /** A sentence for each oddity that there was. */
  List<String> sentences() {
    return byOddity.entrySet().stream()
        .map(
            each -> {
              Lines lines = each.getValue();
              int more = lines.count - lines.first.size();
              return "%s: %s%s."
                  .formatted(
                      each.getKey().sentence,
                      String.join(", ", lines.first),
                      more == 0 ? "" : NumberText.of(" and %,d more", more));
            })
        .toList();
  }
}
