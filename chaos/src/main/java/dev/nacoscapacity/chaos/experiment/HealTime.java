package dev.nacoscapacity.chaos.experiment;

import dev.nacoscapacity.core.cli.DurationConverter;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;

/**
 * Parses the duration of a fault: a duration, or {@code end} (null) to heal at the end of the
 * observation.
 */
public final class HealTime implements ITypeConverter<Duration> {

  /** The default. */
  public static final String DEFAULT = "60s";

  @Override
  public Duration convert(String text) {
    return text.equals("end") ? null : new DurationConverter().convert(text);
  }
}
