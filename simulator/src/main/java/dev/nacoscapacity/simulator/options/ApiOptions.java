package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.workload.ApiRate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** The options of a load of one API at a constant rate. */
public final class ApiOptions {

  private static final int MOST_CONNECTIONS = 100_000;

  @Parameters(
      paramLabel = "register|query|beat|publish|get-config",
      description =
          "the API to call: registrations, lists of a service, heartbeats, configurations published"
              + " or read")
  private ApiRate.Api api;

  @Option(
      names = "--rate",
      paramLabel = "N/s|N/m",
      required = true,
      converter = RateConverter.class,
      description = "so many calls a second, or a minute, evenly spread, whatever the answers do")
  private double perSecond;

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

  /** What is called, and how often. */
  public ApiRate rate() {
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

  private static final class RateConverter implements ITypeConverter<Double> {

    private static final Pattern RATE = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)/([sm])");
    private static final double MOST_PER_SECOND = 1_000_000;

    @Override
    public Double convert(String text) {
      Matcher rate = RATE.matcher(text);
      if (!rate.matches()) {
        throw new TypeConversionException(
            "'%s' is no rate; write a number and /s or /m, for example 5000/s".formatted(text));
      }
      double perSecond = Double.parseDouble(rate.group(1)) / (rate.group(2).equals("m") ? 60 : 1);
      if (perSecond <= 0 || perSecond > MOST_PER_SECOND) {
        throw new TypeConversionException(
            "'%s' is out of range; a rate is above 0 and at most 1000000/s".formatted(text));
      }
      return perSecond;
    }
  }
}
