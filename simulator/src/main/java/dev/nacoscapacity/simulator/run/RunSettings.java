package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.reports.record.Configurations;
import dev.nacoscapacity.reports.record.ServiceClass;
import dev.nacoscapacity.reports.record.Workload;
import dev.nacoscapacity.simulator.engine.LoopSettings;
import dev.nacoscapacity.simulator.engine.Sweeper;
import dev.nacoscapacity.simulator.preflight.OfferedRates;
import dev.nacoscapacity.simulator.preflight.machine.ResourceRequirement;
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
 * What a run offers, and for how long.
 *
 * @param population who calls
 * @param clients how
 * @param timing when
 * @param threads event loops
 * @param seed of every random choice
 * @param admissions the most clients a second that all shards together bring in or take out
 */
public record RunSettings(
    FleetSettings population,
    ClientSettings clients,
    Timing timing,
    int threads,
    long seed,
    int admissions) {

  /** What a registry that others may use is spared by. */
  static final int MOST_ADMISSIONS_PER_SECOND = 2000;

  /** A server answers a long poll this long before the client would give up. */
  private static final Duration LONG_POLL_MARGIN = Duration.ofMillis(500);

  /** A fleet that comes and goes as any registry may be asked to bear. */
  public RunSettings(
      FleetSettings population, ClientSettings clients, Timing timing, int threads, long seed) {
    this(population, clients, timing, threads, seed, MOST_ADMISSIONS_PER_SECOND);
  }

  /** The same, whose fleet comes and goes faster or slower. */
  public RunSettings admitting(int perSecond) {
    return new RunSettings(population, clients, timing, threads, seed, perSecond);
  }

  /** The same, with other times of warm-up and measurement. */
  public RunSettings lasting(Duration warmUp, Duration duration) {
    return new RunSettings(
        population, clients, timing.lasting(warmUp, duration), threads, seed, admissions);
  }

  /** The same, whose services' names start otherwise. */
  public RunSettings named(String prefix) {
    return new RunSettings(population.named(prefix), clients, timing, threads, seed, admissions);
  }

  /** The same, with other random choices. */
  public RunSettings seeded(long other) {
    return new RunSettings(population, clients, timing, threads, other, admissions);
  }

  /** The same, of a registry that no other run has used, so that its names follow from the seed. */
  public RunSettings namedBySeed() {
    return new RunSettings(
        population.named(FleetSettings.seededPrefix(seed)),
        clients,
        timing,
        threads,
        seed,
        admissions);
  }

  /** The same load on so many event loops. */
  public RunSettings onLoops(int loops) {
    return new RunSettings(population, clients, timing, loops, seed, admissions);
  }

  /**
   * The same load, shared out to processes of this machine: each has a shard of this shard, and
   * together they have all of it. The first one reads the nodes' metrics for all.
   *
   * @param processes no more than there are services
   */
  public List<RunSettings> split(int processes) {
    return Split.of(this, processes);
  }

  /** What the fleet does within the measurement window, and who does. */
  public List<WaveTurns> waves() {
    return WaveTurns.of(population.traffic(), admissions);
  }

  /**
   * How long the measurement window must be for all waves to be over in it, and for what came back
   * last to be due; zero without waves.
   */
  public Duration wavesNeed() {
    return waves().stream()
        .map(wave -> Duration.ofMillis((long) Math.ceil(wave.endSeconds() * 1e3)))
        .max(Comparator.naturalOrder())
        .map(end -> end.plus(timing.registrationGrace()))
        .orElse(Duration.ZERO);
  }

  /** How fast the fleet comes and goes. */
  public RampPace pace() {
    return new RampPace(population.instances(), timing.ramp(), admissions);
  }

  /** What the fleet speaks. */
  public Protocol protocol() {
    return clients.protocol();
  }

  /** From one list of an instance over gRPC to its next; zero when it lists nothing. */
  private Duration grpcListPeriod() {
    return protocol().polls() ? timing.list() : Duration.ZERO;
  }

  /** From one beat of an instance over HTTP to its next, on average. */
  Duration httpBeat() {
    return mean(timing.beat(), of -> 1, ServiceClass::beatSeconds);
  }

  /** From one list of an instance to its next, whichever service it lists, on average. */
  Duration lists(Duration usual) {
    return mean(
        usual, of -> of.subscribes() == null ? 1 : of.subscribes(), ServiceClass::listSeconds);
  }

  /**
   * From one call of an instance to its next, on average; zero for never.
   *
   * @param calls of each in a period
   * @param own the period of a class of services; null for the usual one
   */
  private Duration mean(
      Duration usual, ToDoubleFunction<ServiceClass> calls, Function<ServiceClass, Double> own) {
    if (usual.isZero()) {
      return usual;
    }
    double perSecond = 0;
    for (ServiceClass of : population.traffic().classes()) {
      Double period = own.apply(of);
      perSecond +=
          of.instances() * calls.applyAsDouble(of) / (period == null ? seconds(usual) : period);
    }
    return perSecond == 0
        ? Duration.ZERO
        : Duration.ofNanos(Math.round(population.instances() * 1e9 / perSecond));
  }

  /** How many services this shard's instances subscribe to, or list, all together. */
  private int subscriptions() {
    int usual = Math.max(1, protocol().grpc() ? clients.subscribe() : 0);
    double all = 0;
    for (ServiceClass of : population.traffic().classes()) {
      all += of.instances() * (of.subscribes() == null ? usual : of.subscribes());
    }
    return (int) (all * fleet().size() / population.instances());
  }

  /** From one batch listen over gRPC to the next. */
  private Duration grpcListenPeriod() {
    return protocol().mixed() && !protocol().polls() ? ClientModel.JAVA_2X_LISTEN : timing.listen();
  }

  /** How many of a fleet's first instances speak gRPC. */
  private int overGrpc(Fleet fleet, int first) {
    if (protocol().mixed()) {
      return fleet.below(protocol().grpcShare(), first);
    }
    return protocol().grpc() ? first : 0;
  }

  /** How many of a fleet's instances over gRPC listen for configurations. */
  private int grpcListeners(Fleet fleet) {
    return overGrpc(fleet, protocol().configPerClient() ? fleet.size() : fleet.services());
  }

  /** How many of a fleet's services are listened for over HTTP, by their first instances. */
  private int longPolls(Fleet fleet) {
    return fleet.services() - overGrpc(fleet, fleet.services());
  }

  /** How many instances of this shard speak HTTP. */
  int httpInstances() {
    return fleet().size() - overGrpc(fleet(), fleet().size());
  }

  /** What all shards together offer the cluster. */
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
    double readers = (longPolls(fleet) + grpcListeners(fleet)) / (double) fleet.services();
    return registry.publishing(part * configurations.publishPerMinute() / 60, readers);
  }

  private OfferedRates offeredToRegistry(Fleet fleet) {
    int grpc = overGrpc(fleet, fleet.size());
    return OfferedRates.of(
            fleet.size() - grpc,
            longPolls(fleet),
            httpBeat(),
            lists(timing.list()),
            timing.listen(),
            pace().registrationsPerSecond())
        .plus(
            OfferedRates.of(
                grpc,
                grpcListeners(fleet),
                timing.beat(),
                lists(grpcListPeriod()),
                grpcListenPeriod(),
                0));
  }

  /** Connections that only clients over gRPC have: each instance's, and each listener's. */
  public int grpcConnections() {
    return overGrpc(fleet(), fleet().size()) + grpcListeners(fleet());
  }

  /**
   * How fast cells are read while the load goes on: a tenth of it at most, so that a registry at
   * its limit is not pushed over it, or this shard's part of what all poll together. At least 1.
   */
  int sweepsPerSecond() {
    OfferedRates offered = offered(fleet());
    double calls = offered.beats() + offered.lists();
    int shards = population.shard().count();
    double most = Math.min(Sweeper.READS_PER_SECOND / (double) shards, calls / 10);
    return (int) Math.max(1, Math.max(GracePeriods.POLLS_PER_SECOND / (double) shards, most));
  }

  /** How long a server holds a long poll on whose configuration nothing changes. */
  Duration longPollHold() {
    return protocol().http() ? timing.listen().minus(LONG_POLL_MARGIN) : Duration.ZERO;
  }

  /**
   * What each event loop needs to know.
   *
   * @param standInHere whether a stand-in cluster runs in this process, too
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
        connections.registeringAtOnce(),
        admissions / (double) (threads * population.shard().count()),
        seed,
        new LoopSettings.Reads(sweepsPerSecond(), connections.readsPerServer()),
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

  /**
   * What the run asks of this machine.
   *
   * @param standInHere whether a stand-in cluster runs in this process, too
   * @param loopback whether all nodes are on this machine
   * @param proxied whether proxies in this process stand in front of the nodes
   */
  public ResourceRequirement need(
      int nodes, boolean standInHere, boolean loopback, boolean proxied) {
    Fleet ours = fleet();
    int mean = (ours.size() + ours.services() - 1) / ours.services();
    return new ResourceRequirement(
        Math.max(1, ours.size()),
        ours.services(),
        ours.sizeOf(0) - mean,
        subscriptions(),
        new ConnectionPlan(this, nodes, standInHere).needed(),
        grpcConnections(),
        longPolls(ours),
        nodes,
        threads,
        standInHere,
        loopback,
        proxied,
        offered(ours).callsPerSecond());
  }

  /** The settings as they stand in the record, the shard's share of the fleet among them. */
  public Workload workload() {
    Fleet ours = fleet();
    return new Workload(
        ours.size(),
        ours.services(),
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

  /** The part of the fleet that this run's shard is. */
  public Fleet fleet() {
    return population.fleet();
  }
}
