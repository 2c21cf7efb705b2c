package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.workload.ApiRate;
import dev.nacoscapacity.core.workload.Clients;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Protocol;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.core.workload.Stage;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.schedule.Periods;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import picocli.CommandLine.Mixin;

/** The options of a fleet's workload and its duration. */
public final class WorkloadOptions {

  private static final long MIN_COMMON_PERIOD_MS = 100;

  @Mixin private FleetOptions fleet;
  @Mixin private ClientOptions client;
  @Mixin private TimingOptions timing;

  /**
   * Refuses options that fix what a search varies.
   *
   * @throws UsageException when such an option is given
   */
  public void requireForSearch() {
    UsageException.unless(
        !fleet.hasInstances(),
        "--instances",
        "is what is searched for: leave it out, and name --from and --to");
    requireWhole();
  }

  /**
   * Refuses a part of a fleet.
   *
   * @throws UsageException when the fleet is shared out
   */
  public void requireWhole() {
    fleet.requireWhole();
  }

  /**
   * Lets the fleet grow within the run, and holds it at each of these sizes.
   *
   * @param stages growing, at least one
   * @throws UsageException when other options do not fit
   */
  public void growIn(List<Stage> stages) {
    fleet.growIn(stages);
    timing.growIn(stages);
  }

  /**
   * The given number of instances, or else that of the profile.
   *
   * @throws UsageException when neither is given
   */
  public int instances() {
    return fleet
        .instances()
        .orElseThrow(
            () -> new UsageException("--instances", "N is needed, for example --instances 1000"));
  }

  /** These bounds, with those of the profile in their place. */
  public Criteria criteria(Criteria usual) {
    return fleet.profile().map(TrafficProfile::thresholds).orElse(List.of()).stream()
        .reduce(usual, Criteria::with, (one, other) -> other);
  }

  /** Refuses bounds of the profile that would have no effect on a trial with faults. */
  void requireOfTrials() {
    fleet.requireOfTrials();
  }

  /** The number of services of a fleet without a profile, the given one or else the default. */
  public int services() {
    return fleet.services(instances());
  }

  /**
   * Refuses options that a model does not support.
   *
   * @throws UsageException when such an option is given
   */
  public void requireForModel() {
    fleet.requireForModel();
    client().requireForModel();
  }

  /** Tells the options which versions the servers have, which may decide the protocol. */
  public void follow(Set<String> serverVersions) {
    client.follow(serverVersions);
  }

  /** Uses HTTP for an option of the target that only HTTP has; empty for none. */
  void follow(Optional<String> httpOption) {
    client.follow(httpOption);
  }

  /** Whether the servers' version decides the protocol, and is not known yet. */
  public boolean awaitsVersions() {
    return client().awaitsVersions();
  }

  /**
   * The protocol that the servers' version decided; empty where an option did, or none is known.
   */
  public Optional<String> protocolOfServers() {
    return client().protocolOfServers().map(Protocol::label);
  }

  /** Takes nodes that are not asked for their version for such of 2.0 or later, as most are. */
  public void assumeNewServers() {
    client.assume(Protocol.GRPC);
  }

  /** What decided the protocol where it was not named; empty where it was, or nothing decided. */
  public Optional<Message> protocolReason() {
    return client().protocolReason();
  }

  /** Whether each client over HTTP may have a connection of its own. */
  public boolean connectionEach() {
    return client.connectionEach();
  }

  /** The version of a real server that suits these options. */
  public ServerVersion realServer() {
    return client().grpc() ? ServerVersion.V2_2_4 : ServerVersion.V1_4_1;
  }

  /**
   * The workload of a run that begins now.
   *
   * @param defaultWarmUp warm-up if none is given
   * @param auth whether clients log in
   * @throws UsageException when options contradict each other
   */
  public Workload workload(
      int instances, Duration defaultWarmUp, boolean auth, InstantSource clock) {
    client.followProfile(fleet.profile());
    Population population = withOverrides(fleet.population(instances, clock));
    int own = population.ownInstances();
    Clients clients = client.clients(own, population.services());
    Timing times = timing.timing(clients, defaultWarmUp);
    requireCommonPeriods(population.traffic(), times);
    Workload workload =
        new Workload(population, clients, times, fleet.threads(), fleet.seed())
            .withLogin(client.login(auth));
    WaveCheck.require(workload, auth);
    return workload;
  }

  /**
   * The workload of a run that begins now, in which clients call one API at a constant rate.
   *
   * @param clients how many of them, each with an instance
   * @param defaultWarmUp warm-up if none is given
   * @param auth whether clients log in
   * @throws UsageException when options contradict each other
   */
  public Workload workload(
      ApiRate rate, int clients, Duration defaultWarmUp, boolean auth, InstantSource clock) {
    boolean configurations = rate.api().ofConfigurations();
    UsageException.unless(
        !configurations || !fleet.hasServices(),
        "--services",
        "is for instances, and each connection has a configuration of its own: leave it out");
    Workload fleets = workload(clients, defaultWarmUp, auth, clock);
    UsageException.unless(
        !fleets.protocol().mixed(), "--protocol", "is http or grpc for calls at a constant rate");
    UsageException.unless(
        !rate.persistent() || rate.api() == ApiRate.Api.REGISTER,
        "--persistent",
        "is how instances register: leave it out, or call register");
    Traffic traffic =
        configurations ? Traffic.even(clients, clients) : fleets.population().traffic();
    Timing times = fleets.timing().withList(Duration.ZERO).withListen(Duration.ZERO);
    return fleets
        .with()
        .population(fleets.population().withTraffic(traffic.withRate(rate)))
        // Over gRPC a beat keeps the connection; over HTTP the instance, which needs none here.
        .timing(
            rate.persistent() && !fleets.protocol().grpc() ? times.withBeat(Duration.ZERO) : times)
        .build();
  }

  private ClientOptions client() {
    client.followProfile(fleet.profile());
    return client;
  }

  /** Applies values given by options to all classes of a profile. */
  private Population withOverrides(Population population) {
    Traffic traffic = population.traffic();
    return population.withTraffic(
        traffic.withClasses(
            traffic.classes().stream()
                .map(
                    each ->
                        each.with()
                            .subscribes(
                                each.subscribes() == null
                                    ? null
                                    : client.subscriptions().orElse(each.subscribes()))
                            .beatSeconds(timing.beatSeconds().orElse(each.beatSeconds()))
                            .listSeconds(timing.hasList() ? null : each.listSeconds())
                            .build())
                .toList()));
  }

  /** Checks that all periods have a common divisor, which the fleet's schedule needs. */
  private static void requireCommonPeriods(Traffic traffic, Timing times) {
    requireCommonPeriod("beat", traffic, times.beat(), ServiceClass::beatSeconds);
    requireCommonPeriod("list", traffic, times.list(), ServiceClass::listSeconds);
  }

  private static void requireCommonPeriod(
      String what, Traffic traffic, Duration defaultPeriod, Function<ServiceClass, Double> period) {
    long[] periods =
        traffic.classes().stream()
            .map(period)
            .mapToLong(each -> each == null ? defaultPeriod.toMillis() : Math.round(each * 1000))
            .toArray();
    Periods all = Periods.of(periods);
    UsageException.unless(
        all.equal() || all.common() >= MIN_COMMON_PERIOD_MS,
        "--profile",
        "has %s periods of %s ms, and %d ms is the most that all are multiples of: make them multiples of one another"
            .formatted(
                what,
                LongStream.of(periods)
                    .distinct()
                    .mapToObj(Long::toString)
                    .collect(Collectors.joining(", ")),
                all.common()));
  }
}
