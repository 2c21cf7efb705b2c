package dev.nacoscapacity.core.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Parses durations: {@code 500ms}, {@code 5s}, {@code 1m30s}, {@code 1h}; up to {@value
 * #LONGEST_HOURS} h, which fits into a long in nanoseconds.
 */
public final class DurationConverter implements ITypeConverter<Duration> {

  private static final int LONGEST_HOURS = 10_000;

  private static final Pattern PATTERN =
      Pattern.compile("(?:(\\d{1,9})h)?(?:(\\d{1,9})m(?!s))?(?:(\\d{1,9})s)?(?:(\\d{1,9})ms)?");

  @Override
  public Duration convert(String text) {
    Matcher matcher = PATTERN.matcher(text);
    if (text.isEmpty() || !matcher.matches()) {
      throw new TypeConversionException(
          "'"
              + text
              + "' is not a duration; write whole numbers and h, m, s or ms, like 90s or 1m30s");
    }
    Duration duration =
        Duration.ofHours(number(matcher, 1))
            .plusMinutes(number(matcher, 2))
            .plusSeconds(number(matcher, 3))
            .plusMillis(number(matcher, 4));
    if (duration.compareTo(Duration.ofHours(LONGEST_HOURS)) > 0) {
      throw new TypeConversionException(
          "'" + text + "' is too long; write " + LONGEST_HOURS + "h or less");
    }
    return duration;
  }

  private static long number(Matcher matcher, int group) {
    return matcher.group(group) == null ? 0 : Long.parseLong(matcher.group(group));
  }
}
