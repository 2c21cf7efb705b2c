package dev.nacoscapacity.simulator.run;

import com.sun.management.ThreadMXBean;
import dev.nacoscapacity.reports.merge.ShardResult;
import dev.nacoscapacity.reports.record.Generator;
import dev.nacoscapacity.reports.record.OperationResult;
import dev.nacoscapacity.reports.record.Pushes;
import dev.nacoscapacity.reports.record.Registry;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.stats.Distribution;
import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.stats.OperationStats;
import dev.nacoscapacity.reports.stats.RunStats;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.client.http.PushReceiver;
import dev.nacoscapacity.simulator.engine.Engine;
import dev.nacoscapacity.simulator.engine.NettyDrivers;
import dev.nacoscapacity.simulator.observe.proc.GeneratorUsage;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;

/**
 * One process's run of a fleet, from the first registration to the last figure. It judges nothing
 * and writes nothing: whoever watches is told each second, and the result goes to the record.
 */
public final class FleetRun {

  private final FleetSpec spec;
  private final StopSignal stop;
  private final Progress progress;
  private final RunClock clock;
  private final Scenario scenario;
  private final Barrier others;

  /**
   * @param clock the run's
   * @param scenario what is done to the cluster within the measurement window
   * @param others the other processes of the run, if it has any
   */
  public FleetRun(
      FleetSpec spec,
      StopSignal stop,
      Progress progress,
      RunClock clock,
      Scenario scenario,
      Barrier others) {
    this.spec = spec;
    this.stop = stop;
    this.progress = progress;
    this.clock = clock;
    this.scenario = scenario;
    this.others = others;
  }

  /**
   * Runs to the end, or until stopped, and leaves nothing registered if it can help it.
   *
   * @param begun the record so far; the rest is added, but for the verdict and the servers
   * @throws SocketException when this machine has no way to the registry, or no socket left
   */
  public ShardResult run(RunRecord begun) throws SocketException {
    RunSettings settings = spec.settings();
    Fleet fleet = settings.fleet();
    Tokens tokens =
        spec.access() == null
            ? null
            : spec.access().tokens(settings.clients().loginEach(), fleet.size(), clock.nanos());
    ConnectionPlan.Bounds bounds =
        new ConnectionPlan(settings, spec.nodes().size(), spec.standInHere())
            .bounds(spec.connections());
    long allocated = allocatedBytes();
    try (PushReceiver pushes = pushReceiver();
        WindowedUsage usage = new WindowedUsage();
        Observation observation =
            new Observation(
                fleet,
                spec.nodes().size(),
                spec.grace(),
                tokens,
                progress,
                clock::nanos,
                Observation.parser());
        Engine engine =
            new Engine(
                spec.names(),
                fleet,
                settings.loops(spec.nodes().size(), spec.standInHere()),
                new NettyDrivers(
                    settings.threads(),
                    new FleetDrivers(spec, tokens, bounds, clock).of(fleet, client(pushes))),
                observation,
                clock::nanos)) {
      double bytesPerInstance = (allocatedBytes() - allocated) / (double) fleet.size();
      TickLoop ticks =
          new TickLoop(
              spec.names(),
              fleet.size(),
              engine,
              observation.view(),
              tokens,
              Progress.all(List.of(usage, progress)),
              stop,
              clock);
      Simulation.Outcome outcome =
          new Simulation(settings, engine, observation.view(), ticks, others, stop, scenario).run();
      RunStats measured = outcome.measured();
      List<String> notes = new ArrayList<>(begun.notes());
      notes.addAll(ticks.notes());
      stop.interruption().ifPresent(notes::add);
      if (pushes != null) {
        notes.add("UDP pushes taken and acknowledged: %,d".formatted(pushes.acknowledged()));
      }
      RunRecord run =
          begun.toBuilder()
              .durationSeconds(clock.seconds())
              .windowSeconds(outcome.windowSeconds())
              .interrupted(stop.interruption().isPresent())
              .guardStop(stop.harm().orElse(null))
              .generatorStop(stop.generator().orElse(null))
              .operations(OperationResult.of(measured))
              .pushes(Pushes.ofMicros(measured.histogram(Distribution.PUSHES)))
              .registry(registry(outcome, ticks.unswept()))
              .generator(
                  generator(
                      outcome,
                      usage.summary(),
                      bytesPerInstance,
                      connections(bounds, ticks.mostConnections(), measured)))
              .notes(notes)
              .build();
      return new ShardResult(run, measured);
    }
  }

  private static Registry registry(Simulation.Outcome outcome, Integer unswept) {
    RunStats measured = outcome.measured();
    return new Registry(
        measured.registry(),
        outcome.found().divergent(),
        Registry.BeatGap.ofMicros(measured.histogram(Distribution.BEAT_GAP)),
        outcome.complete(),
        unswept,
        outcome.found().keptBeatingYetDropped(),
        outcome.found().neverAppeared());
  }

  /** Null over gRPC. */
  private Generator.Connections connections(
      ConnectionPlan.Bounds bounds, int most, RunStats measured) {
    RunSettings settings = spec.settings();
    return settings.protocol().grpc()
        ? null
        : new Generator.Connections(
            most,
            bounds.ofLoop(spec.nodes().size()) * settings.threads(),
            settings.clients().bounded(),
            Generator.Connections.p99Ms(measured.histogram(Distribution.BOUND_WAIT)));
  }

  private static Generator generator(
      Simulation.Outcome outcome,
      GeneratorUsage.Summary usage,
      double bytesPerInstance,
      Generator.Connections connections) {
    RunStats measured = outcome.measured();
    long requests = 0;
    for (Map.Entry<String, OperationStats> calls : measured.operations().entrySet()) {
      if (!calls.getKey().equals(Operation.PUSH.label())) {
        requests += calls.getValue().ended();
      }
    }
    double cpu = usage.generatorCpuSeconds();
    Histogram lag = measured.histogram(Distribution.SCHEDULER_LAG);
    return new Generator(
        1,
        cpu,
        usage.standInCpuSeconds() > 0 ? usage.standInCpuSeconds() : null,
        usage.jitCpuSeconds(),
        usage.gcCpuSeconds(),
        requests,
        cpu > 0 ? requests / cpu : 0,
        usage.residentMaxBytes(),
        usage.heapMaxBytes(),
        bytesPerInstance,
        outcome.connectionBytes(),
        connections,
        usage.gcPauses(),
        lag.getTotalCount() == 0 ? null : Generator.Lag.ofMicros(lag),
        limitedBy(measured, outcome.heldByLag()));
  }

  private static List<String> limitedBy(RunStats measured, boolean heldByLag) {
    Set<String> limitedBy = new TreeSet<>();
    measured
        .shortages()
        .keySet()
        .forEach(lacked -> limitedBy.add(lacked.equals(Driver.NO_PORT) ? "ports" : "descriptors"));
    if (heldByLag) {
      limitedBy.add(Generator.PROCESSOR_TIME);
    }
    return List.copyOf(limitedBy);
  }

  /** Null when no UDP pushes are asked for. */
  private PushReceiver pushReceiver() throws SocketException {
    RunSettings settings = spec.settings();
    return settings.clients().subscribe() > 0 && !settings.protocol().grpc()
        ? PushReceiver.open(ownAddress())
        : null;
  }

  private InetSocketAddress client(PushReceiver pushes) throws SocketException {
    return pushes == null ? new InetSocketAddress(ownAddress(), 0) : pushes.address();
  }

  private InetAddress ownAddress() throws SocketException {
    return PushReceiver.ownAddress(spec.nodes().get(0).http());
  }

  /** Of this thread, on which the fleet's state is built. */
  private static long allocatedBytes() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }
}
