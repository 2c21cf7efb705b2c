package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.workload.ApiRate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** The options of a load of one API at a constant rate, or at the highest that passes. */
public final class ApiOptions {

  /** The option that names the rate, or those to search. */
  public static final String RATE = "--rate";

  private static final int MOST_CONNECTIONS = 100_000;

  @Parameters(
      paramLabel = "register|query|beat|publish|get-config",
      description =
          "the API to call: registrations, lists of a service, heartbeats, configurations published"
              + " or read")
  private ApiRate.Api api;

  @Option(
      names = RATE,
      paramLabel = "N/s|N/m|N..M/s",
      required = true,
      converter = RateConverter.class,
      description =
          "so many calls a second, or a minute, evenly spread, whatever the answers do; N..M/s"
              + " searches the highest rate from N to M that passes, on a registry that serves"
              + " nobody else")
  private Rates rates;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "200",
      description =
          "clients that make them in turn, each with one call under way at most; over grpc each has"
              + " its connection, over http a call opens one when none is free (default:"
              + " ${DEFAULT-VALUE})")
  private int connections;

  @Option(
      names = "--persistent",
      description = "register: instances that never expire; over grpc from Nacos 2.3 on")
  private boolean persistent;

  /**
   * The rates to call the API at.
   *
   * @param lowest in calls a second, above 0
   * @param highest the same for a run at one rate; else above it, and both are whole numbers
   */
  public record Rates(double lowest, double highest) {

    /** Whether the highest rate that passes is searched. */
    public boolean isRange() {
      return highest > lowest;
    }
  }

  /** The rates to call the API at. */
  public Rates rates() {
    return rates;
  }

  /** What is called, so many times a second. */
  public ApiRate at(double perSecond) {
    return new ApiRate(api, perSecond, persistent);
  }

  /**
   * The number of clients.
   *
   * @throws UsageException when it is none
   */
  public int connections() {
    UsageException.unless(
        connections >= 1 && connections <= MOST_CONNECTIONS,
        "--connections",
        "is 1 to %d, not %d".formatted(MOST_CONNECTIONS, connections));
    return connections;
  }

  private static final class RateConverter implements ITypeConverter<Rates> {

    private static final Pattern RANGE = Pattern.compile("(\\d{1,9})\\.\\.(\\d{1,9})/s");
    private static final Pattern RATE = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)/([sm])");
    private static final double MOST_PER_SECOND = 1_000_000;

    @Override
    public Rates convert(String text) {
      Matcher range = RANGE.matcher(text);
      if (range.matches()) {
        return range(
            inRange(Integer.parseInt(range.group(1)), text),
            inRange(Integer.parseInt(range.group(2)), text),
            text);
      }
      if (text.contains("..")) {
        throw new TypeConversionException(
            "'%s' is no range of rates; write whole calls a second, for example 500..20000/s"
                .formatted(text));
      }
      Matcher rate = RATE.matcher(text);
      if (!rate.matches()) {
        throw new TypeConversionException(
            "'%s' is no rate; write a number and /s or /m, for example 5000/s".formatted(text));
      }
      double perSecond =
          inRange(Double.parseDouble(rate.group(1)) / (rate.group(2).equals("m") ? 60 : 1), text);
      return new Rates(perSecond, perSecond);
    }

    private static Rates range(double lowest, double highest, String text) {
      if (lowest >= highest) {
        throw new TypeConversionException(
            "'%s' does not rise; write the lowest rate first, for example 500..20000/s"
                .formatted(text));
      }
      return new Rates(lowest, highest);
    }

    private static double inRange(double perSecond, String text) {
      if (perSecond <= 0 || perSecond > MOST_PER_SECOND) {
        throw new TypeConversionException(
            "'%s' is out of range; a rate is above 0 and at most 1000000/s".formatted(text));
      }
      return perSecond;
    }
  }
}
