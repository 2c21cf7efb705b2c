package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.simulator.run.Protocol;
import dev.nacoscapacity.simulator.run.Timing;
import dev.nacoscapacity.simulator.schedule.Phase;
import java.time.Duration;
import picocli.CommandLine.Option;

/** When a client calls, and how long the fleet is there. */
final class TimingOptions {

  /** Nacos's {@code LongPollingService} answers after 10 s at the earliest, when asked to hold. */
  private static final Duration SHORTEST_LISTEN = Duration.ofSeconds(11);

  private static final Duration DEFAULT_LIST = Duration.ofSeconds(10);
  private static final Duration DEFAULT_LISTEN = Duration.ofSeconds(30);

  /** {@code ClientWorker.ALL_SYNC_INTERNAL} of clients 2.5.1 and 3.2.1. */
  private static final Duration CLIENT_LISTEN = Duration.ofMinutes(3);

  @Option(
      names = "--beat",
      paramLabel = "TIME",
      defaultValue = "5s",
      description = "an instance's beat period (default: ${DEFAULT-VALUE})")
  private Duration beat;

  @Option(
      names = "--list",
      paramLabel = "TIME",
      description = "an instance's list period (default: 10s)")
  private Duration list;

  @Option(
      names = "--listen",
      paramLabel = "TIME",
      description =
          "period of listening for configurations (default: 30s; with --cadence client 3m)")
  private Duration listen;

  @Option(
      names = "--scrape",
      paramLabel = "TIME",
      defaultValue = "15s",
      description =
          "period of reading each node's metrics, 0s for never (default: ${DEFAULT-VALUE})")
  private Duration scrape;

  @Option(
      names = "--phase",
      paramLabel = "spread|burst",
      defaultValue = "spread",
      converter = PhaseConverter.class,
      description = "spread: evenly over the period; burst: all at once (default: ${DEFAULT-VALUE})")
  private Phase phase;

  @Option(
      names = "--ramp",
      paramLabel = "TIME",
      defaultValue = "0s",
      description =
          "spread the registrations over this time (default: as fast as answered without queueing)")
  private Duration ramp;

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      description =
          "between the last registration and the judged window (default: 60s; stand-in 10s)")
  private Duration warmUp;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      defaultValue = "60s",
      description = "the judged window (default: ${DEFAULT-VALUE})")
  private Duration duration;

  private static final class PhaseConverter extends ChoiceConverter<Phase> {
    private PhaseConverter() {
      super(Phase.class);
    }
  }

  /**
   * The settings of a run.
   *
   * @param spoken by the fleet
   * @param usualWarmUp unless another was asked for
   * @throws UsageException when a period cannot be, or is not for this protocol
   */
  Timing settings(Protocol spoken, Duration usualWarmUp) {
    return new Timing(
        UsageException.requirePositive("--beat", beat),
        list(spoken),
        listen(spoken),
        scrape,
        phase,
        ramp,
        warmUp == null ? usualWarmUp : warmUp,
        UsageException.requirePositive("--duration", duration));
  }

  private Duration list(Protocol spoken) {
    boolean lists = spoken.cadence() != Protocol.Cadence.CLIENT;
    UsageException.unless(
        list == null || lists, "--list needs --cadence card: with client, instances list nothing");
    return UsageException.requirePositive("--list", list == null ? DEFAULT_LIST : list);
  }

  private Duration listen(Protocol spoken) {
    if (listen == null) {
      return spoken.cadence() == Protocol.Cadence.CLIENT ? CLIENT_LISTEN : DEFAULT_LISTEN;
    }
    if (spoken.grpc()) {
      return UsageException.requirePositive("--listen", listen);
    }
    UsageException.unless(
        listen.compareTo(SHORTEST_LISTEN) >= 0,
        "--listen is 11s or more, since a server holds a long poll for 10 s at least; not "
            + listen.toMillis()
            + "ms");
    return listen;
  }
}
