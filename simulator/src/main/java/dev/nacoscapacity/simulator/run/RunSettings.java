package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.record.Configurations;
import dev.nacoscapacity.core.record.ServiceClass;
import dev.nacoscapacity.core.record.Workload;
import dev.nacoscapacity.simulator.engine.LoopSettings;
import dev.nacoscapacity.simulator.engine.Sweeper;
import dev.nacoscapacity.simulator.preflight.OfferedRates;
import dev.nacoscapacity.simulator.preflight.machine.ResourceRequirement;
import dev.nacoscapacity.simulator.preflight.machine.TargetShape;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Shard;
import dev.nacoscapacity.simulator.workload.WaveTurns;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The load of a run, and its duration.
 *
 * @param population the simulated instances
 * @param clients how they call
 * @param timing when they call
 * @param threads number of event loops
 * @param seed of every random choice
 * @param admissions most clients that all shards together register or deregister in a second
 */
public record RunSettings(
    FleetSettings population,
    ClientSettings clients,
    Timing timing,
    int threads,
    long seed,
    int admissions) {

  /** The default of {@code admissions}, which protects a registry that others may use. */
  static final int MOST_ADMISSIONS_PER_SECOND = 2000;

  /** A server answers a long poll this long before the timeout of the client. */
  private static final Duration LONG_POLL_MARGIN = Duration.ofMillis(500);

  /** So few lists are a small load for any registry. */
  private static final int FEW_READS_PER_SECOND = 50;

  /** With the default limit of registrations per second. */
  public RunSettings(
      FleetSettings population, ClientSettings clients, Timing timing, int threads, long seed) {
    this(population, clients, timing, threads, seed, MOST_ADMISSIONS_PER_SECOND);
  }

  /** A copy with another limit of registrations and deregistrations per second. */
  public RunSettings withAdmissions(int perSecond) {
    return new RunSettings(population, clients, timing, threads, seed, perSecond);
  }

  /** A copy with other durations of warm-up and measurement. */
  public RunSettings withDurations(Duration warmUp, Duration duration) {
    return new RunSettings(
        population, clients, timing.withDurations(warmUp, duration), threads, seed, admissions);
  }

  /** A copy with another prefix of service names. */
  public RunSettings withServicePrefix(String prefix) {
    return new RunSettings(
        population.withServicePrefix(prefix), clients, timing, threads, seed, admissions);
  }

  /** A copy with another seed. */
  public RunSettings withSeed(long other) {
    return new RunSettings(population, clients, timing, threads, other, admissions);
  }

  /** A copy with another number of event loops. */
  public RunSettings withThreads(int loops) {
    return new RunSettings(population, clients, timing, loops, seed, admissions);
  }

  /**
   * Divides this load among processes of this machine; each receives a shard of this shard. Only
   * the first process scrapes the metrics of the nodes.
   *
   * @param processes at most the number of services
   */
  public List<RunSettings> split(int processes) {
    return LoadSplit.of(this, processes);
  }

  /** The schedules of the waves within the measurement window. */
  public List<WaveTurns> waves() {
    return WaveTurns.of(population.traffic(), admissions);
  }

  /**
   * The least duration of the measurement window in which all waves end, and the last registrations
   * become due; zero without waves.
   */
  public Duration wavesNeed() {
    return waves().stream()
        .map(wave -> Duration.ofMillis((long) Math.ceil(wave.endSeconds() * 1e3)))
        .max(Comparator.naturalOrder())
        .map(end -> end.plus(timing.registrationGrace()))
        .orElse(Duration.ZERO);
  }

  /** The rates of registration and deregistration. */
  public RampPace pace() {
    return new RampPace(population.instances(), timing.ramp(), admissions);
  }

  /** The protocol of the clients. */
  public Protocol protocol() {
    return clients.protocol();
  }

  /** The list period of instances over gRPC; zero when they do not list. */
  private Duration grpcListPeriod() {
    return protocol().polls() ? timing.list() : Duration.ZERO;
  }

  /** The mean beat period of instances over HTTP. */
  Duration httpBeatPeriod() {
    return mean(timing.beat(), of -> 1, ServiceClass::beatSeconds);
  }

  /** The mean period between lists of an instance; {@code common} is that of most classes. */
  Duration listPeriod(Duration common) {
    return mean(
        common, of -> of.subscribes() == null ? 1 : of.subscribes(), ServiceClass::listSeconds);
  }

  /**
   * The mean period between calls of an instance; zero for never.
   *
   * @param calls of each instance in a period
   * @param own the period of a class in seconds; null for the common one
   */
  private Duration mean(
      Duration common, ToDoubleFunction<ServiceClass> calls, Function<ServiceClass, Double> own) {
    if (common.isZero()) {
      return common;
    }
    double perSecond = 0;
    for (ServiceClass of : population.traffic().classes()) {
      Double period = own.apply(of);
      perSecond +=
          of.instances() * calls.applyAsDouble(of) / (period == null ? seconds(common) : period);
    }
    return perSecond == 0
        ? Duration.ZERO
        : Duration.ofNanos(Math.round(population.instances() * 1e9 / perSecond));
  }

  /** The total number of subscriptions of this shard, or of services that its instances list. */
  private int subscriptions() {
    int usual = Math.max(1, protocol().grpc() ? clients.subscribe() : 0);
    double all = 0;
    for (ServiceClass of : population.traffic().classes()) {
      all += of.instances() * (of.subscribes() == null ? usual : of.subscribes());
    }
    return (int) (all * fleet().size() / population.instances());
  }

  /** Whether every instance lists its own service, so that no service is without a lister. */
  public boolean listsOwnServices() {
    return population.traffic().profile() == null && protocol().polls();
  }

  /** The period of batch listens over gRPC. */
  private Duration grpcListenPeriod() {
    return protocol().mixed() && !protocol().polls() ? ClientModel.JAVA_2X_LISTEN : timing.listen();
  }

  /** How many of the first instances of a fleet speak gRPC initially. */
  private int grpcInstances(Fleet fleet, int first) {
    if (protocol().mixed()) {
      return fleet.below(protocol().grpcShare(), first);
    }
    return protocol().grpc() ? first : 0;
  }

  /** How many instances of a fleet listen over gRPC. */
  private int grpcListeners(Fleet fleet) {
    return grpcInstances(fleet, protocol().configPerClient() ? fleet.size() : fleet.services());
  }

  /** How many services of a fleet have a listener over HTTP, which is their first instance. */
  private int httpListeners(Fleet fleet) {
    return fleet.services() - grpcInstances(fleet, fleet.services());
  }

  /** How many instances of this shard speak HTTP initially. */
  int httpInstances() {
    return fleet().size() - grpcInstances(fleet(), fleet().size());
  }

  /** Whether no other process simulates a part of the fleet, except workers of this one. */
  public boolean coversWholeFleet() {
    return population.shard().count() == 1;
  }

  /** The load that all shards together offer the cluster. */
  public OfferedRates offered() {
    return offered(population.part(Shard.WHOLE).fleet());
  }

  private OfferedRates offered(Fleet fleet) {
    OfferedRates registry = offeredToRegistry(fleet);
    Configurations configurations = population.traffic().configurations();
    if (configurations == null) {
      return registry;
    }
    // The first instance of each service publishes, whichever shard it is in.
    double part = fleet.services() / (double) population.part(Shard.WHOLE).fleet().services();
    double readers = (httpListeners(fleet) + grpcListeners(fleet)) / (double) fleet.services();
    return registry.publishing(part * configurations.publishPerMinute() / 60, readers);
  }

  private OfferedRates offeredToRegistry(Fleet fleet) {
    int grpc = grpcInstances(fleet, fleet.size());
    return OfferedRates.of(
            fleet.size() - grpc,
            httpListeners(fleet),
            httpBeatPeriod(),
            listPeriod(timing.list()),
            timing.listen(),
            pace().registrationsPerSecond())
        .plus(
            OfferedRates.of(
                grpc,
                grpcListeners(fleet),
                timing.beat(),
                listPeriod(grpcListPeriod()),
                grpcListenPeriod(),
                0));
  }

  /** The number of gRPC connections: one of each instance and one of each listener. */
  public int grpcConnections() {
    return grpcInstances(fleet(), fleet().size()) + grpcListeners(fleet());
  }

  /**
   * Limit of reads of truth per second under load: a tenth of the beats and lists, so that reads do
   * not overload the registry; at least 1, and at least the part of this shard in all polls.
   */
  int sweepsPerSecond() {
    OfferedRates offered = offered(fleet());
    double calls = offered.beats() + offered.lists();
    int shards = population.shard().count();
    double most = Math.min(Sweeper.READS_PER_SECOND / (double) shards, calls / 10);
    return (int) Math.max(1, Math.max(GracePeriods.POLLS_PER_SECOND / (double) shards, most));
  }

  /**
   * The rate of the sweep that ends a measurement, in place of the lists: at most as many, or a
   * tenth of the beats where clients do not list. A cluster near its limit that got even a tenth of
   * its calls on top answered beats up to 17 times as late (docs/results-log.md, "A sweep on top").
   */
  int lastSweepPerSecond() {
    OfferedRates offered = offered(fleet());
    double few = FEW_READS_PER_SECOND / (double) population.shard().count();
    double usual = Math.max(offered.lists(), offered.beats() / 10);
    return (int) Math.max(1, Math.min(sweepsPerSecond(), Math.max(few, usual)));
  }

  /** How long a server holds a long poll when no configuration changes. */
  Duration longPollHold() {
    return protocol().http() ? timing.listen().minus(LONG_POLL_MARGIN) : Duration.ZERO;
  }

  /**
   * The settings of each event loop.
   *
   * @param standInHere whether a stand-in cluster also runs in this process
   */
  LoopSettings loops(int nodes, boolean standInHere) {
    ConnectionPlan connections = new ConnectionPlan(this, nodes, standInHere);
    return new LoopSettings(
        timing.beat().toNanos(),
        timing.list().toNanos(),
        timing.listen().toNanos(),
        timing.scrape().toNanos(),
        timing.phase(),
        nodes,
        connections.registrationLimit(),
        admissions / (double) (threads * population.shard().count()),
        seed,
        new LoopSettings.Reads(sweepsPerSecond(), connections.readsPerLoopAndNode()),
        protocol().grpc()
            ? new LoopSettings.Grpc(
                protocol().grpcShare(),
                grpcListPeriod().toNanos(),
                grpcListenPeriod().toNanos(),
                protocol().configPerClient(),
                clients.subscribe())
            : null,
        waves());
  }

  /** The resources that the run needs on this machine. */
  public ResourceRequirement need(TargetShape target) {
    Fleet fleet = fleet();
    int mean = (fleet.size() + fleet.services() - 1) / fleet.services();
    return new ResourceRequirement(
        new ResourceRequirement.Members(
            Math.max(1, fleet.size()), fleet.services(), fleet.sizeOf(0) - mean, subscriptions()),
        new ResourceRequirement.Connections(
            new ConnectionPlan(this, target.nodes(), target.standInHere()).needed(),
            grpcConnections(),
            httpListeners(fleet)),
        target,
        threads,
        offered(fleet).callsPerSecond());
  }

  /** The settings of this shard for the record. */
  public Workload workload() {
    Fleet fleet = fleet();
    return new Workload(
        fleet.size(),
        fleet.services(),
        protocol().label(),
        protocol().grpc() ? protocol().model().label() : null,
        seconds(timing.beat()),
        seconds(protocol().http() ? timing.list() : grpcListPeriod()),
        seconds(timing.listen()),
        seconds(timing.scrape()),
        timing.phase().name().toLowerCase(Locale.ROOT),
        protocol().grpc() ? Integer.valueOf(grpcConnections()) : clients.connections(),
        protocol().grpc() ? admissions : null,
        clients.callTimeout() == null ? null : Double.valueOf(seconds(clients.callTimeout())),
        clients.loginEach() ? "per-client" : "shared",
        population.shard().toString(),
        seed,
        clients.subscribe(),
        seconds(timing.ramp()),
        seconds(timing.registrationGrace()),
        seconds(timing.warmUp()),
        seconds(timing.duration()),
        population.namespace(),
        population.servicePrefix(),
        population.traffic().profile() == null ? null : population.traffic());
  }

  static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }

  /** The instances of this shard. */
  public Fleet fleet() {
    return population.fleet();
  }
}
