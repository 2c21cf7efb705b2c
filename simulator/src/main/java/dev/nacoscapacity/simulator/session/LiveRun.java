package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.dilation.ClusterClock;
import dev.nacoscapacity.cluster.quota.NodeQuota;
import dev.nacoscapacity.core.merge.ShardedRun;
import dev.nacoscapacity.core.record.MeasuredRun;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.preflight.PreflightReport;
import dev.nacoscapacity.simulator.preflight.Refusal;
import dev.nacoscapacity.simulator.preflight.machine.Doctor;
import dev.nacoscapacity.simulator.preflight.machine.ResourceRequirement;
import dev.nacoscapacity.simulator.preflight.machine.TargetShape;
import dev.nacoscapacity.simulator.proc.PacedNode;
import dev.nacoscapacity.simulator.proc.ServerSampler;
import dev.nacoscapacity.simulator.proc.ServerWatch;
import dev.nacoscapacity.simulator.run.Barrier;
import dev.nacoscapacity.simulator.run.FleetRun;
import dev.nacoscapacity.simulator.run.FleetSpec;
import dev.nacoscapacity.simulator.run.LoadFigures;
import dev.nacoscapacity.simulator.run.NetworkHost;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunClock;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.shards.RegistryBarrier;
import dev.nacoscapacity.simulator.shards.ShardCoordinator;
import dev.nacoscapacity.simulator.target.OpenTarget;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** A run over the network, loaded by as many processes as the machine's limits require. */
final class LiveRun implements StartedRun {

  private static final Path PROC = Path.of("/proc");

  /** Where HotSpot always keeps the {@code hsperfdata_USER} folders of JVMs. */
  private static final Path TEMPORARY = Path.of("/tmp");

  private final LiveRunHost host;
  private final Workload settings;
  private final OpenTarget registry;
  private final PreflightReport report;
  private final Scenario scenario;
  private final RegistryGuard guard;
  private final StopSignal stop;

  private final RunClock clock = RunClock.system();

  /** Empty where the processes of the registry, or of other shards, are unknown. */
  private final Optional<ContentionWatch> contention;

  /** Empty in real time. */
  private final Optional<FidelityWatch> fidelity;

  /**
   * Starts the clock.
   *
   * @param registry with the properties that the preflight has found
   */
  LiveRun(
      LiveRunHost host,
      OpenTarget registry,
      PreflightReport report,
      Scenario scenario,
      RegistryGuard guard) {
    this.host = host;
    this.settings = host.settings();
    this.registry = registry;
    this.report = report;
    this.scenario = scenario;
    this.guard = guard;
    this.stop = host.stop();
    this.contention =
        registry.cluster().isPresent() && settings.population().shard().equals(Shard.WHOLE)
            ? Optional.of(new ContentionWatch(PROC, this::processes))
            : Optional.empty();
    this.fidelity =
        registry
            .cluster()
            .flatMap(
                cluster ->
                    cluster
                        .clock()
                        .filter(ClusterClock::isSlow)
                        .map(slow -> fidelityWatch(cluster.spec(), slow)));
  }

  private FidelityWatch fidelityWatch(ClusterSpec spec, ClusterClock slow) {
    NodeQuota quota = NodeQuota.of(spec).orElseThrow();
    return new FidelityWatch(
        new FidelityWatch.Scale(
            slow.dilation(),
            spec.cores().orElseThrow(),
            Runtime.getRuntime().availableProcessors()),
        registry.nodes().stream().map(node -> new PacedNode(node, PROC, TEMPORARY)).toList(),
        PROC,
        quota::throttledSeconds,
        clock.time());
  }

  /** The processes of the nodes, and of this generator with its workers. */
  private Set<Long> processes() {
    ProcessHandle self = ProcessHandle.current();
    Set<Long> own = new HashSet<>(Set.of(self.pid()));
    self.descendants().forEach(worker -> own.add(worker.pid()));
    registry.nodes().forEach(node -> node.pid().get().ifPresent(own::add));
    return own;
  }

  @Override
  public RunClock clock() {
    return clock;
  }

  @Override
  public ServerWatch servers(Consumer<ServerRow> sink) {
    ServerSampler sampler =
        new ServerSampler(
            registry.nodes(),
            PROC,
            Runtime.getRuntime().availableProcessors(),
            System::nanoTime,
            InstantSource.system(),
            sink);
    return fidelity.isEmpty()
        ? sampler
        : sampler.ofMachines((int) Math.ceil(registry.description().nodeCores().orElseThrow()));
  }

  @Override
  public List<Progress> watchers() {
    List<Progress> watchers = new ArrayList<>(List.of(guard));
    contention.ifPresent(watchers::add);
    fidelity.ifPresent(watchers::add);
    return watchers;
  }

  @Override
  public MeasuredRun load(
      RunRecord begun, Path folder, GracePeriods grace, Criteria criteria, Progress watchers)
      throws Refusal {
    if (fidelity.isPresent()) {
      fidelity.get().requireOneTime();
    }
    MeasuredRun result = inStepWithOthers(begun, folder, grace, criteria, watchers);
    RunRecord run =
        result
            .run()
            .with()
            .contention(contention.flatMap(ContentionWatch::contention).orElse(null))
            .scaleModel(
                fidelity
                    .map(watch -> watch.scaleModel(result.run().durationSeconds()))
                    .orElse(null))
            .build();
    return new MeasuredRun(run, result.measured());
  }

  /**
   * Runs the load, in step with other machines if it is a part of theirs. The stand-in within this
   * process is nobody else's.
   */
  private MeasuredRun inStepWithOthers(
      RunRecord begun, Path folder, GracePeriods grace, Criteria criteria, Progress watchers)
      throws Refusal {
    if (settings.population().shard().equals(Shard.WHOLE) || registry.shape().standInHere()) {
      return inProcesses(begun, folder, grace, criteria, watchers, Barrier.open(clock));
    }
    SortedMap<String, String> common = new TreeMap<>(ShardedRun.commonSettings(settings));
    common.put("--target", new TreeSet<>(registry.description().nodes()).toString());
    common.put(
        "--threshold", new TreeMap<>(criteria.bounds()) + " " + new TreeMap<>(criteria.aborts()));
    common.put("version", begun.tool().toString());
    try (RegistryBarrier others =
        RegistryBarrier.open(host.nodes(report), settings, common, stop, clock.time())) {
      MeasuredRun result = inProcesses(begun, folder, grace, criteria, watchers, others);
      RunRecord run =
          result.run().withMachine(begun.machine().withClock(others.clock().orElse(null)));
      return new MeasuredRun(run, result.measured());
    }
  }

  /** Runs the load in this process or, if it lacks descriptors, in several worker processes. */
  private MeasuredRun inProcesses(
      RunRecord begun,
      Path folder,
      GracePeriods grace,
      Criteria criteria,
      Progress watchers,
      Barrier others)
      throws Refusal {
    TargetShape shape = registry.shape();
    ResourceRequirement requirement = new LoadFigures(settings).need(shape);
    Doctor doctor = Doctor.ofThisMachine();
    int workers = doctor.workers(requirement);
    FleetSpec fleet =
        new FleetSpec(
            settings,
            registry.nodeAddresses(),
            report.access().orElse(null),
            grace,
            doctor.connectionsAtMost(requirement),
            shape.standInHere(),
            report.api(),
            registry.reach());
    if (workers > 0) {
      int connections = doctor.connectionsOfWorker(requirement, workers);
      List<FleetSpec> parts = fleet.split(workers, connections);
      try (ShardCoordinator shards =
          new ShardCoordinator(parts, stop, watchers, clock, scenario, others)) {
        return shards.run(begun, folder);
      }
    }
    try {
      return new FleetRun(fleet, stop, watchers, new NetworkHost(clock), scenario, others)
          .run(begun, criteria);
    } catch (SocketException e) {
      throw Refusal.inconclusive(
          "no way to " + registry.addresses().get(0) + " from here: " + e.getMessage());
    }
  }
}
