package dev.nacoscapacity.calibration.harness;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.core.calibration.ClaimComparison;
import dev.nacoscapacity.core.calibration.PartResult.Row;
import dev.nacoscapacity.core.repeats.Spread;
import dev.nacoscapacity.core.text.Message;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A claim of a published study, in {@code published-claims.json}. Figures of two machines cannot be
 * compared; ratios and outcomes of cases can.
 *
 * @param kind of claim
 * @param part its part; all sentences are those with {@code <part>.claim.}
 * @param claim the sentence that says what is compared
 * @param with arguments of that sentence
 * @param words the sentence of what the study says; null for a ratio
 * @param ratio numerator and denominator in the study; null for other kinds
 * @param cases settings, with {@code |} between their dimensions
 * @param metrics one, or one of each case
 * @param remark the sentence for a result that differs
 */
record PublishedClaim(
    Kind kind,
    String part,
    String claim,
    Map<String, Object> with,
    String words,
    double[] ratio,
    List<String> cases,
    List<String> metrics,
    String remark) {

  /** Factor from which two ratios count as different. */
  private static final double DIFFERENT = 1.25;

  enum Kind {
    /** Of a figure of two cases. */
    RATIO,

    /** The first case has more than the second. */
    MORE,

    /** Of one case: that it works, or why not. */
    OUTCOME
  }

  /** The claims about a part whose cases were measured, beside the measurements. */
  static List<ClaimComparison> compare(String part, Results results) {
    try (InputStream in = PublishedClaim.class.getResourceAsStream("published-claims.json")) {
      return Stream.of(new ObjectMapper().readValue(in, PublishedClaim[].class))
          .filter(each -> each.part.equals(part))
          .map(each -> each.compare(results))
          .flatMap(Optional::stream)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<ClaimComparison> compare(Results results) {
    return switch (kind) {
      case RATIO -> ratioToday(results).map(this::beside);
      case MORE ->
          ratioToday(results)
              .map(
                  today ->
                      comparison(asIs(today.format("%.2f")), today.median() > 1 ? null : remark));
      case OUTCOME -> results.row(cases.get(0)).map(this::outcome);
    };
  }

  private Optional<Spread> ratioToday(Results results) {
    String below = metrics.get(metrics.size() - 1);
    return results.ratio(cases.get(0), metrics.get(0), cases.get(1), below);
  }

  private ClaimComparison beside(Spread today) {
    double published = ratio[0] / ratio[1];
    double more = today.median() / published;
    boolean alike = more < DIFFERENT && more > 1 / DIFFERENT;
    return ClaimComparison.ofRatios(what(), published, today, alike ? null : sentence(remark));
  }

  private ClaimComparison outcome(Row row) {
    return row.outcomes().isEmpty()
        ? comparison(sentence("works"), words.equals("works") ? null : remark)
        : comparison(asIs(row.outcomes().get(0)), null);
  }

  private ClaimComparison comparison(Message today, String differs) {
    Message note = differs == null ? null : sentence(differs);
    return ClaimComparison.ofWords(what(), sentence(words), today, note);
  }

  private Message what() {
    return Message.of(part + ".claim." + claim, with);
  }

  private Message sentence(String name) {
    return Message.of(part + ".claim." + name);
  }

  /** A text that is the same in each language. */
  private static Message asIs(String text) {
    return Message.of("asIs", Map.of("text", text));
  }
}
