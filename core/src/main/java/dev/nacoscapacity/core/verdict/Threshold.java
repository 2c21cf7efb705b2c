package dev.nacoscapacity.core.verdict;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.nacoscapacity.core.text.NumberText;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A bound as a user writes it: {@code beat.p99<500ms}, {@code failed<0.1%}, {@code missing==0},
 * {@code achieved>99%}. A figure at its bound passes; of counts {@code <5} is {@code <=4}.
 *
 * @param bound in the unit of the criterion: a share of 0 to 1, ms, s, or a count
 */
public record Threshold(Criterion criterion, double bound) {

  private static final Pattern FORM =
      Pattern.compile(
          "\\s*([A-Za-z][A-Za-z0-9.]*)\\s*(<=|>=|==|<|>)\\s*(\\d+(?:\\.\\d+)?)\\s*(%|ms|s|m)?\\s*");

  /**
   * Parses a threshold.
   *
   * @throws IllegalArgumentException saying what to write instead
   */
  public static Threshold parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "'%s' is not a threshold: write FIGURE<VALUE, for example beat.p99<500ms, failed<0.1%% or missing==0"
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
    return new Threshold(criterion, bound);
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

  /** As it would be written: {@code beat.p99<=500ms}. */
  @Override
  @JsonValue
  public String toString() {
    String sign = criterion.atLeast() ? ">=" : bound == 0 ? "==" : "<=";
    String value =
        criterion.unit().equals("share")
            ? NumberText.exactPercent(bound).replace(" ", "")
            : NumberText.exact(bound) + criterion.unit();
    return criterion.name() + sign + value;
  }
}
