package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.Clients;
import dev.nacoscapacity.core.workload.GrpcClients;
import dev.nacoscapacity.core.workload.Phase;
import dev.nacoscapacity.core.workload.Stage;
import dev.nacoscapacity.core.workload.Timing;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options for the periods of calls, and for the phases of a run. */
final class TimingOptions {

  /** Nacos's {@code LongPollingService} holds a long poll for at least 10 s. */
  private static final Duration MIN_LISTEN = Duration.ofSeconds(11);

  @Option(
      names = "--beat",
      paramLabel = "TIME",
      description = "an instance's beat period (default: 5s)")
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
          "period of listening for configurations (default: 30s; with --client-model java-2x 3m)")
  private Duration listen;

  @Option(
      names = "--arrivals",
      paramLabel = "spread|burst",
      description = "spread: evenly over the period; burst: all at once (default: spread)")
  private Phase phase = Phase.SPREAD;

  @Option(
      names = "--ramp",
      paramLabel = "TIME",
      description =
          "spread the registrations over this time (default: as fast as answered without queueing)")
  private Duration ramp = Duration.ZERO;

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      description =
          "between the last registration and the measurement window (default: 60s; stand-in 10s)")
  private Duration warmUp;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "the measurement window (default: 60s)")
  private Duration duration;

  @Option(
      names = "--registration-grace",
      paramLabel = "TIME",
      defaultValue = "10s",
      description =
          "how long after its acknowledgement a registration may take to show on every node, and a"
              + " deregistered instance to be gone (default: ${DEFAULT-VALUE})")
  private Duration registrationGrace;

  private List<Stage> stages = List.of();

  /**
   * The times of a run.
   *
   * @param clients of the fleet
   * @param defaultWarmUp warm-up if none is given
   * @throws UsageException when a period is invalid, or does not apply to these clients
   */
  Timing timing(Clients clients, Duration defaultWarmUp) {
    return new Timing(
        UsageException.requirePositive("--beat", beat == null ? Timing.USUAL.beat() : beat),
        list(clients),
        listen(clients),
        Timing.USUAL.scrape(),
        phase,
        ramp,
        warmUp == null ? defaultWarmUp : warmUp,
        UsageException.requirePositive(
            "--duration", duration == null ? Timing.USUAL.duration() : duration),
        registrationGrace,
        stages);
  }

  /** The given beat period, which every class then has as its own; empty for the default. */
  Optional<Double> beatSeconds() {
    return Optional.ofNullable(beat).map(period -> period.toMillis() / 1e3);
  }

  /**
   * Holds the fleet at several sizes in turn.
   *
   * @throws UsageException when a duration was given
   */
  void growIn(List<Stage> given) {
    UsageException.unless(
        duration == null, "--duration", "is what each of --stages names: leave it out");
    stages = given;
    duration = given.get(given.size() - 1).duration();
  }

  /** Whether a list period other than the default was given. */
  boolean hasList() {
    return list != null;
  }

  private Duration list(Clients clients) {
    UsageException.unless(
        list == null || clients.list(),
        "--list",
        "needs --client-model polling: a java-2x client subscribes and lists nothing");
    return clients.list()
        ? UsageException.requirePositive("--list", list == null ? Timing.USUAL.list() : list)
        : Duration.ZERO;
  }

  private Duration listen(Clients clients) {
    if (listen == null) {
      return clients.list() ? Timing.USUAL.listen() : ClientModel.JAVA_2X_LISTEN;
    }
    if (clients instanceof GrpcClients) {
      return UsageException.requirePositive("--listen", listen);
    }
    UsageException.unless(
        listen.compareTo(MIN_LISTEN) >= 0,
        "--listen",
        "is 11s or more, since a server holds a long poll for 10 s at least; not "
            + listen.toMillis()
            + "ms");
    return listen;
  }
}
