package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.workload.ApiRate;
import dev.nacoscapacity.core.workload.Configurations;
import dev.nacoscapacity.core.workload.GrpcClients;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.core.workload.Stage;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.engine.LoopSettings;
import dev.nacoscapacity.simulator.engine.Sweeper;
import dev.nacoscapacity.simulator.preflight.OfferedRates;
import dev.nacoscapacity.simulator.preflight.machine.ResourceRequirement;
import dev.nacoscapacity.simulator.preflight.machine.TargetShape;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.WaveTurns;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** What follows from a workload: rates, limits, and what it needs of this machine. */
public record LoadFigures(Workload workload) {

  /** A server answers a long poll this long before the timeout of the client. */
  private static final Duration LONG_POLL_MARGIN = Duration.ofMillis(500);

  /** So few lists are a small load for any registry. */
  private static final int FEW_READS_PER_SECOND = 50;

  /** Attempts of a call at a lone node; of several, each is asked once. */
  private static final int ATTEMPTS = 3;

  private Timing timing() {
    return workload.timing();
  }

  private List<ServiceClass> classes() {
    return workload.population().traffic().classes();
  }

  /**
   * The least duration of the measurement window in which all waves end, and the last registrations
   * become due; zero without waves.
   */
  public Duration wavesNeed() {
    return WaveTurns.of(workload).stream()
        .map(wave -> Duration.ofMillis((long) Math.ceil(wave.endSeconds() * 1e3)))
        .max(Comparator.naturalOrder())
        .map(end -> end.plus(timing().registrationGrace()))
        .orElse(Duration.ZERO);
  }

  /** The rates of registration and deregistration. */
  public RampPace pace() {
    return new RampPace(workload.population().instances(), timing().ramp(), workload.admissions());
  }

  /**
   * How long the run takes.
   *
   * @param nodes of the registry, each of which is asked for all services at the end
   */
  public RunTime time(int nodes) {
    double cells = (double) workload.population().services() * nodes;
    int more = Math.max(0, timing().stages().size() - 1);
    Duration held =
        timing().stages().stream()
            .limit(more)
            .map(Stage::duration)
            .reduce(timing().duration(), Duration::plus);
    Duration about =
        pace()
            .rampAtLeast()
            .plus(timing().warmUp().multipliedBy(1 + more))
            .plus(held)
            .plus(RunPhases.SETTLE.multipliedBy(more))
            .plus(reads(cells, lastSweepPerSecond()))
            .plus(pace().teardownAtLeast())
            .plus(timing().registrationGrace())
            .plus(reads(cells, Sweeper.READS_PER_SECOND));
    Duration waits =
        RunPhases.COMPLETION
            .multipliedBy(1 + more)
            .plus(lastCalls(nodes).multipliedBy(more))
            .plus(TickLoop.LAST_READS.multipliedBy(2))
            .plus(Teardown.DRAIN)
            .plus(Teardown.DEREGISTRATION);
    return new RunTime(about, about.plus(waits));
  }

  /** How long calls may take at most that are under way when the window of a stage has settled. */
  Duration lastCalls(int nodes) {
    // Each attempt may wait for a connection first.
    return workload
        .clients()
        .callTimeout()
        .plus(RunPhases.SETTLE)
        .multipliedBy(Math.max(ATTEMPTS, nodes));
  }

  /** As many reads as may begin do so at the begin of a second, and the last ones take another. */
  private static Duration reads(double cells, int perSecond) {
    return Duration.ofSeconds(1 + (long) Math.ceil(cells / perSecond));
  }

  /** The mean beat period of instances over HTTP. */
  Duration httpBeatPeriod() {
    return mean(timing().beat(), of -> 1, ServiceClass::beatSeconds);
  }

  /** The mean period between lists of an instance with this transport. */
  Duration listPeriod(Transport transport) {
    return mean(
        workload.list(transport),
        of -> of.subscribes() == null ? 1 : of.subscribes(),
        ServiceClass::listSeconds);
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
    for (ServiceClass of : classes()) {
      Double period = own.apply(of);
      perSecond +=
          of.instances()
              * calls.applyAsDouble(of)
              / (period == null ? Timing.seconds(common) : period);
    }
    return perSecond == 0
        ? Duration.ZERO
        : Duration.ofNanos(Math.round(workload.population().instances() * 1e9 / perSecond));
  }

  /** The total number of subscriptions of this shard, or of services that its instances list. */
  private int subscriptions() {
    int usual = Math.max(1, workload.clients().overGrpc().map(GrpcClients::subscribe).orElse(0));
    double all = 0;
    for (ServiceClass of : classes()) {
      all += of.instances() * (of.subscribes() == null ? usual : of.subscribes());
    }
    return (int) (all * workload.instances() / workload.population().instances());
  }

  /** The load that all shards together offer the cluster. */
  public OfferedRates offered() {
    return offered(workload.whole());
  }

  /** The same for people. */
  public Message offeredWords() {
    return offered().words();
  }

  private OfferedRates offered(Workload part) {
    OfferedRates registry = offeredToRegistry(part);
    if (workload.rate().isPresent()) {
      ApiRate rate = workload.rate().get();
      double share = part.instances() / (double) workload.population().instances();
      return registry.atRate(rate.api().operation(), share * rate.perSecond());
    }
    Configurations configurations = workload.population().traffic().configurations();
    if (configurations == null) {
      return registry;
    }
    // The first instance of each service publishes, whichever shard it is in.
    double share = part.services() / (double) workload.population().services();
    double readers = (part.httpListeners() + part.grpcListeners()) / (double) part.services();
    return registry.publishing(share * configurations.publishPerMinute() / 60, readers);
  }

  private OfferedRates offeredToRegistry(Workload part) {
    int grpc = part.grpcInstances();
    return OfferedRates.of(
            part.instances() - grpc,
            part.httpListeners(),
            httpBeatPeriod(),
            listPeriod(Transport.HTTP),
            workload.listen(Transport.HTTP),
            pace().registrationsPerSecond())
        .plus(
            OfferedRates.of(
                grpc,
                part.grpcListeners(),
                timing().beat(),
                listPeriod(Transport.GRPC),
                workload.listen(Transport.GRPC),
                0));
  }

  /**
   * Limit of reads of truth per second under load: a tenth of the beats and lists, so that reads do
   * not overload the registry; at least 1, and at least the part of this shard in all polls.
   */
  int sweepsPerSecond() {
    OfferedRates offered = offered(workload);
    double calls = offered.beats() + offered.lists();
    int shards = workload.population().shard().count();
    double most = Math.min(Sweeper.READS_PER_SECOND / (double) shards, calls / 10);
    return (int) Math.max(1, Math.max(GracePeriods.POLLS_PER_SECOND / (double) shards, most));
  }

  /**
   * The rate of the sweep that ends a measurement, in place of the lists: at most as many, or a
   * tenth of the beats where clients do not list. A cluster near its limit that got even a tenth of
   * its calls on top answered beats up to 17 times as late (docs/data/sweep-on-top.csv).
   */
  int lastSweepPerSecond() {
    OfferedRates offered = offered(workload);
    double few = FEW_READS_PER_SECOND / (double) workload.population().shard().count();
    double usual = Math.max(offered.lists(), offered.beats() / 10);
    return (int) Math.max(1, Math.min(sweepsPerSecond(), Math.max(few, usual)));
  }

  /** How long a server holds a long poll when no configuration changes. */
  Duration longPollHold() {
    return workload.speaks(Transport.HTTP) && !timing().listen().isZero()
        ? timing().listen().minus(LONG_POLL_MARGIN)
        : Duration.ZERO;
  }

  /**
   * The settings of each event loop.
   *
   * @param standInHere whether a stand-in cluster also runs in this process
   */
  LoopSettings loops(int nodes, boolean standInHere) {
    ConnectionPlan connections = new ConnectionPlan(workload, nodes, standInHere);
    int loops = workload.threads() * workload.population().shard().count();
    return new LoopSettings(
        workload,
        nodes,
        connections.registrationLimit(),
        workload.admissions() / (double) loops,
        new LoopSettings.Reads(sweepsPerSecond(), connections.readsPerLoopAndNode()));
  }

  /** The resources that the run needs on this machine. */
  public ResourceRequirement need(TargetShape target) {
    Fleet fleet = new Fleet(workload.population());
    int mean = (fleet.size() + fleet.services() - 1) / fleet.services();
    return new ResourceRequirement(
        new ResourceRequirement.Members(
            Math.max(1, fleet.size()), fleet.services(), fleet.sizeOf(0) - mean, subscriptions()),
        new ResourceRequirement.Connections(
            new ConnectionPlan(workload, target.nodes(), target.standInHere()).needed(),
            workload.grpcConnections(),
            workload.httpListeners()),
        target,
        workload.threads(),
        offered(workload).callsPerSecond());
  }
}
