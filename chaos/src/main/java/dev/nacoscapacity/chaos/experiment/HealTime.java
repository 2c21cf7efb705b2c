package dev.nacoscapacity.chaos.experiment;

import dev.nacoscapacity.simulator.options.DurationConverter;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;

/**
 * How long a fault lasts, as people write it: a duration, or {@code end} for until its effect was
 * observed, which is null.
 */
public final class HealTime implements ITypeConverter<Duration> {

  /** Where nothing is asked for. */
  public static final String DEFAULT = "60s";

  @Override
  public Duration convert(String text) {
    return text.equals("end") ? null : new DurationConverter().convert(text);
  }
}
