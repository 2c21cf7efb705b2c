package dev.nacoscapacity.core.verdict;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.nacoscapacity.core.text.NumberText;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A bound as a user writes it: {@code beat.p99<500ms}, {@code failed<0.1%}, {@code missing==0},
 * {@code achieved>99%}. A figure at its bound passes; of counts {@code <5} is {@code <=4}. With
 * {@code abort after 30s} behind it, a run ends once the bound is broken.
 *
 * @param bound in the unit of the criterion: a share of 0 to 1, ms, s, or a count
 * @param abortAfter how much of the window has to be over before the run ends by the bound; empty
 *     where it does not end by it
 */
public record Threshold(Criterion criterion, double bound, Optional<Duration> abortAfter) {

  private static final Duration USUAL_ABORT = Duration.ofSeconds(10);

  private static final Pattern FORM =
      Pattern.compile(
          "\\s*([A-Za-z][A-Za-z0-9.]*)\\s*(<=|>=|==|<|>)\\s*(\\d+(?:\\.\\d+)?)\\s*(%|ms|s|m)?"
              + "(\\s+abort(?:\\s+after\\s+(\\d{1,7})(s|m))?)?\\s*");

  /** A bound that is judged when the run is over. */
  public Threshold(Criterion criterion, double bound) {
    this(criterion, bound, Optional.empty());
  }

  /**
   * Parses a threshold.
   *
   * @throws IllegalArgumentException saying what to write instead
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static Threshold parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          text.contains("abort")
              ? "'%s' is not a threshold: write FIGURE<VALUE abort after 30s".formatted(text)
              : "'%s' is not a threshold: write FIGURE<VALUE, for example beat.p99<500ms, failed<0.1%% or missing==0"
                  .formatted(text));
    }
    Criterion criterion =
        Criterion.named(form.group(1))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "'%s' is of no figure that a run is judged by".formatted(text)));
    double number = Double.parseDouble(form.group(3));
    Optional<String> unit = Optional.ofNullable(form.group(4));
    double bound = bound(criterion, form.group(2), inUnit(criterion, number, unit, text), text);
    criterion.require(bound);
    return new Threshold(criterion, bound, abortAfter(criterion, form, text));
  }

  private static Optional<Duration> abortAfter(Criterion criterion, Matcher form, String text) {
    if (form.group(5) == null) {
      return Optional.empty();
    }
    if (!criterion.mayAbort()) {
      throw new IllegalArgumentException(
          ("'%s' cannot abort: only what a running window shows can, calls like beat.p99, failed"
                  + " or achieved, and missing, unhealthy, stale, divergent or unknownInstanceBeats")
              .formatted(text));
    }
    if (form.group(6) == null) {
      return Optional.of(USUAL_ABORT);
    }
    long after = Long.parseLong(form.group(6));
    return Optional.of(
        form.group(7).equals("s") ? Duration.ofSeconds(after) : Duration.ofMinutes(after));
  }

  private static double inUnit(
      Criterion criterion, double number, Optional<String> unit, String text) {
    return switch (criterion.unit()) {
      case "share" -> {
        boolean percent = unit.equals(Optional.of("%"));
        require(percent || unit.isEmpty(), text, criterion, "a share, like 0.1% or 0.001");
        yield percent ? number / 100 : number;
      }
      case "" -> {
        require(
            unit.isEmpty() && number == Math.rint(number), text, criterion, "a count, like 0 or 5");
        yield number;
      }
      default -> {
        double millis =
            switch (unit.orElse("")) {
              case "ms" -> number;
              case "s" -> number * 1e3;
              case "m" -> number * 60e3;
              default -> Double.NaN;
            };
        require(!Double.isNaN(millis), text, criterion, "a time, like 500ms, 2s or 1m");
        yield criterion.unit().equals("s") ? millis / 1e3 : millis;
      }
    };
  }

  private static double bound(Criterion criterion, String sign, double value, String text) {
    if (sign.equals("==")) {
      require(
          value == 0 && !criterion.atLeast(), text, criterion, limit(criterion) + "; == is of 0");
      return value;
    }
    require(sign.startsWith(">") == criterion.atLeast(), text, criterion, limit(criterion));
    boolean below = sign.equals("<") && criterion.unit().isEmpty();
    require(
        !below || value > 0, text, criterion, "never below 0: write " + criterion.name() + "==0");
    return below ? value - 1 : value;
  }

  private static String limit(Criterion criterion) {
    return criterion.atLeast()
        ? "bounded from below, by > or >="
        : "bounded from above, by < or <=";
  }

  private static void require(boolean right, String text, Criterion criterion, String is) {
    if (!right) {
      throw new IllegalArgumentException(
          "'%s' does not fit: %s is %s".formatted(text, criterion.name(), is));
    }
  }

  /** As it would be written: {@code beat.p99<=500ms abort after 30s}. */
  @Override
  @JsonValue
  public String toString() {
    String sign = criterion.atLeast() ? ">=" : bound == 0 ? "==" : "<=";
    String value =
        criterion.unit().equals("share")
            ? NumberText.exactPercent(bound).replace(" ", "")
            : NumberText.exact(bound) + criterion.unit();
    return criterion.name()
        + sign
        + value
        + abortAfter.map(after -> " abort after %ds".formatted(after.toSeconds())).orElse("");
  }
}
