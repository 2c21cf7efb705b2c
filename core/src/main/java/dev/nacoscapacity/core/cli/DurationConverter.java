package dev.nacoscapacity.core.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Parses durations: {@code 500ms}, {@code 5s}, {@code 2m}, {@code 1h}; up to {@value
 * #LONGEST_HOURS} h, which fits into a long in nanoseconds.
 */
public final class DurationConverter implements ITypeConverter<Duration> {

  private static final int LONGEST_HOURS = 10_000;

  private static final Pattern PATTERN = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

  @Override
  public Duration convert(String text) {
    Matcher matcher = PATTERN.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a duration; write a whole number and ms, s, m or h, like 90s");
    }
    long number = Long.parseLong(matcher.group(1));
    Duration duration =
        switch (matcher.group(2)) {
          case "ms" -> Duration.ofMillis(number);
          case "s" -> Duration.ofSeconds(number);
          case "m" -> Duration.ofMinutes(number);
          default -> Duration.ofHours(number);
        };
    if (duration.compareTo(Duration.ofHours(LONGEST_HOURS)) > 0) {
      throw new TypeConversionException(
          "'" + text + "' is too long; write " + LONGEST_HOURS + "h or less");
    }
    return duration;
  }
}
