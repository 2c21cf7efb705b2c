package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Login;
import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.core.merge.ShardResult;
import dev.nacoscapacity.core.record.Machine;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.options.TargetOptions;
import dev.nacoscapacity.simulator.preflight.NamespaceContents;
import dev.nacoscapacity.simulator.preflight.Preflight;
import dev.nacoscapacity.simulator.preflight.PreflightReport;
import dev.nacoscapacity.simulator.preflight.Refusal;
import dev.nacoscapacity.simulator.preflight.RunIntent;
import dev.nacoscapacity.simulator.preflight.guard.AdminReader;
import dev.nacoscapacity.simulator.preflight.guard.Baseline;
import dev.nacoscapacity.simulator.preflight.guard.Guard;
import dev.nacoscapacity.simulator.preflight.guard.Harm;
import dev.nacoscapacity.simulator.preflight.guard.RegistryReader;
import dev.nacoscapacity.simulator.preflight.guard.Tolerance;
import dev.nacoscapacity.simulator.preflight.machine.Doctor;
import dev.nacoscapacity.simulator.preflight.machine.MachineSpeed;
import dev.nacoscapacity.simulator.preflight.machine.ResourceRequirement;
import dev.nacoscapacity.simulator.proc.ServerSampler;
import dev.nacoscapacity.simulator.proc.ServerWatch;
import dev.nacoscapacity.simulator.run.Barrier;
import dev.nacoscapacity.simulator.run.FleetRun;
import dev.nacoscapacity.simulator.run.FleetSpec;
import dev.nacoscapacity.simulator.run.GeneratorLateness;
import dev.nacoscapacity.simulator.run.LoadFigures;
import dev.nacoscapacity.simulator.run.NetworkHost;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunClock;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.target.Address;
import dev.nacoscapacity.simulator.target.OpenTarget;
import dev.nacoscapacity.simulator.target.Targets;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import dev.nacoscapacity.simulator.workers.SplitRun;
import dev.nacoscapacity.simulator.workload.Metadata;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A registry over the network, loaded from this machine: checked before the run, guarded during the
 * run, and loaded by as many processes as the machine's limits require.
 */
final class LiveRunHost implements RunHost {

  /**
   * Timeout of a call, long enough that a stall of the node or of this machine for some seconds
   * does not count as silence.
   */
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** In bytes; a little less than the limit of Nacos 2.5, 1,024 in keys and values. */
  private static final int LONG_METADATA = 1000;

  private static final Path PROC = Path.of("/proc");
  private static final Path TEMPORARY = Path.of("/tmp");

  private final Workload settings;
  private final TargetOptions options;
  private final boolean exclusive;
  private final StopSignal stop;
  private final Consumer<String> progress;
  private final GeneratorLateness lateness = new GeneratorLateness();
  private final List<String> notes = new ArrayList<>();

  /** Notes added during the run, by other threads. */
  private final List<String> notesOfRun = new CopyOnWriteArrayList<>();

  private OpenTarget registry;
  private Scenario scenario;
  private Access access;
  private HttpApi api;
  private Guard guard;
  private RunClock clock;
  private SpeedWatch speedWatch;

  /** Null for a registry whose processes are unknown. */
  private ContentionWatch contentionWatch;

  private NameWatch nameWatch;

  /**
   * @param exclusive whether the registry must contain no services except those of this tool's runs
   * @param stop stops only this run
   * @param progress receives messages for the user before the load begins
   */
  LiveRunHost(
      Workload settings,
      OpenTarget registry,
      TargetOptions options,
      boolean exclusive,
      StopSignal stop,
      Consumer<String> progress) {
    this.settings = settings;
    this.registry = registry;
    this.options = options;
    this.exclusive = exclusive;
    this.stop = stop;
    this.progress = progress;
  }

  @Override
  public Workload settings() {
    return settings;
  }

  @Override
  public OpenTarget registry() {
    return registry;
  }

  @Override
  public OpenTarget admit(Scenario scenario) throws Refusal {
    this.scenario = scenario;
    PreflightReport report = preflight();
    api = report.api();
    if (api == HttpApi.V3 && settings.protocol().http()) {
      refuseUnsupportedByV3(report);
    }
    notes.addAll(report.caveats());
    report.lines().forEach(progress);
    notes.forEach(progress);
    access =
        report
            .login()
            .map(login -> new Access(login.token(), login.ttl(), options.credentials()))
            .orElse(null);
    if (settings.population().traffic().configurations() != null && api == HttpApi.V1) {
      requirePublishing();
    }
    requireMetadata();
    try {
      guard = registry.description().standIn() ? null : guard(report);
    } catch (RegistryReader.ReadFailure e) {
      throw Refusal.inconclusive(
          "cannot read what is registered, so cannot guard it: " + e.getMessage());
    }
    registry = registry.withVersion(report.version()).withApi(api);
    if (registry.description().standIn() && !options.isStandIn()) {
      progress.accept(Session.STAND_IN);
    }
    return registry;
  }

  /** Refuses features that clients of v1 have and clients of v3 do not. */
  private void refuseUnsupportedByV3(PreflightReport report) throws Refusal {
    if (settings.clients().pushSubscribers() > 0) {
      throw Refusal.usage(
          "--subscribe asks for UDP pushes, which HTTP v3 does not have: leave it out, or use"
              + " --protocol grpc");
    }
    Traffic traffic = settings.population().traffic();
    if (traffic.configurations() != null) {
      throw Refusal.usage(
          "the profile's 'configurations' are published and listened for, which clients of HTTP"
              + " v3 cannot: leave them out, or use --protocol grpc");
    }
    notes.add(
        "HTTP v3 has no long poll: a listen is a GET of the configuration, each %.0f s (--listen)."
            .formatted(settings.timing().listen().toMillis() / 1e3));
    if (traffic.classes().stream().anyMatch(of -> of.configs() > 1)) {
      notes.add(
          "HTTP v3 reads one configuration a call: clients with several ('configs') ask for the"
              + " first one only.");
    }
    report.notForwarded().ifPresent(notes::add);
  }

  /**
   * Registers an instance with the longest metadata once, where they are longer than many servers
   * take: the sentence of the refusal says more than the status of all registrations.
   */
  private void requireMetadata() throws Refusal {
    String metadata = Metadata.longest(settings.population().traffic());
    if (metadata.length() <= LONG_METADATA) {
      return;
    }
    try {
      admin()
          .registerOnce(
              settings.population().namespace(), settings.population().spareService(), metadata);
    } catch (AdminException e) {
      throw Refusal.inconclusive(
          "an instance with metadata of %,d bytes ('metadata-bytes' of the profile) cannot be registered: %s. Nacos 2.5 takes 1,024"
              .formatted(metadata.length(), e.getMessage()));
    }
  }

  private AdminClient admin() {
    AdminClient node = AdminClient.of(registry.addresses().get(0), registry.reach(), TIMEOUT);
    return access == null ? node : node.withToken(access::token);
  }

  /** Publishes a configuration once: permission to register instances does not imply this one. */
  private void requirePublishing() throws Refusal {
    String namespace = settings.population().namespace();
    try {
      admin()
          .publishOnce(
              namespace.equals("public") ? "" : namespace,
              settings.population().servicePrefix() + "-probe");
    } catch (AdminException e) {
      throw Refusal.inconclusive(
          e.kind() == AdminException.Kind.REFUSED
              ? "the profile's 'configurations' are to be published in the namespace '%s', which is"
                      .formatted(namespace)
                  + " refused: %s. Give the user's role write permission there, or leave"
                      .formatted(e.getMessage())
                  + " 'configurations' out"
              : "cannot publish a configuration and remove it: " + e.getMessage());
    }
  }

  @Override
  public List<String> notes() {
    return notes;
  }

  private PreflightReport preflight() throws Refusal {
    return new Preflight(
            new RunIntent(
                registry.addresses(),
                registry.registry(),
                options.credentials(),
                settings.population().namespace(),
                options.allowPublicNamespace(),
                options.confirmed(),
                exclusive,
                Population.SERVICE_PREFIX,
                new LoadFigures(settings).offered(),
                settings.protocol().needsGrpc(),
                options.httpApi(),
                registry.identity(),
                registry.reach()),
            TIMEOUT)
        .check();
  }

  /** Logs in at the first node that answers. */
  private Login login(Credentials credentials) {
    AdminException silent = null;
    for (InetSocketAddress node : registry.addresses()) {
      try {
        return AdminClient.of(node, registry.reach(), TIMEOUT)
            .login(credentials.username(), credentials.password());
      } catch (AdminException e) {
        boolean refused =
            e.kind() == AdminException.Kind.REFUSED
                || e.kind() == AdminException.Kind.WRONG_PASSWORD;
        if (refused) {
          throw e;
        }
        silent = silent == null ? e : silent;
      }
    }
    throw silent;
  }

  /** Starts to guard foreign services; returns null when there is nothing to guard. */
  private Guard guard(PreflightReport report) throws RegistryReader.ReadFailure {
    Tolerance tolerance =
        scenario.mayBreakNodes() ? options.tolerance().withoutNodes() : options.tolerance();
    Predicate<String> ownServices = RunIntent.ownServices(Population.SERVICE_PREFIX);
    BiPredicate<String, String> ignored =
        (namespace, service) ->
            namespace.equals(settings.population().namespace()) && ownServices.test(service)
                || tolerance.ignores(service);
    Supplier<String> token =
        access == null
            ? () -> null
            : new AdminToken(access, () -> login(access.credentials()), System::nanoTime);
    RegistryReader reader = new AdminReader(registry.reach(), registry.identity(), token);
    List<String> namespaces =
        report.inventory().registered().stream()
            .filter(NamespaceContents::readable)
            .map(NamespaceContents::namespace)
            .toList();
    if (namespaces.isEmpty()) {
      progress.accept("nothing of others can be read, so nothing is guarded");
      return null;
    }
    Baseline baseline = Baseline.read(registry.addresses(), namespaces, ignored, reader);
    if (registry.cluster().isPresent() && baseline.isEmpty()) {
      progress.accept("no service of others is seen, so there is nothing to guard");
      return null;
    }
    progress.accept(
        "guarding %s%s of others: the run stops when %s"
            .formatted(
                tolerance.guardsNodes() ? "the nodes and " : "",
                NumberText.counted(baseline.services(), "service", "services"),
                tolerance));
    return Guard.watching(baseline, tolerance, reader, this::stopOn);
  }

  /**
   * Stops the run. While this process itself is late, the silence of a node counts as a limit of
   * the generator; a lost instance on an answering node always counts as harm. A gateway that
   * refuses the guard's reads says nothing about the nodes, but nothing is guarded any more.
   */
  private void stopOn(Harm harm) {
    StopSignal.Cause cause =
        switch (harm.kind()) {
          case LOSS, BROKEN -> StopSignal.Cause.HARM;
          case SILENCE ->
              lateness.since(System.nanoTime() - Guard.SILENCE.toNanos())
                  ? StopSignal.Cause.GENERATOR
                  : StopSignal.Cause.SILENCE;
          case GATEWAY -> StopSignal.Cause.GATEWAY;
        };
    stop.stop(cause, harm.sentence());
  }

  @Override
  public Machine machine() {
    return Doctor.ofThisMachine().describe();
  }

  @Override
  public RunClock start() {
    clock = RunClock.system();
    speedWatch = new SpeedWatch(MachineSpeed.ofThisMachine()).start();
    if (registry.cluster().isPresent() && settings.population().shard().equals(Shard.WHOLE)) {
      // The processes of other registries, and of other shards, are unknown.
      contentionWatch = new ContentionWatch(PROC, this::processes);
    }
    List<InetSocketAddress> servers = new ArrayList<>(registry.registry());
    registry.reach().entry().forEach(entry -> servers.add(entry.address()));
    nameWatch = new NameWatch(servers, Address::resolve, this::addressChanged).start();
    return clock;
  }

  @Override
  public ServerWatch servers(Consumer<ServerRow> sink) {
    return new ServerSampler(
        registry.nodes(),
        PROC,
        TEMPORARY,
        Runtime.getRuntime().availableProcessors(),
        System::nanoTime,
        InstantSource.system(),
        sink);
  }

  private void addressChanged(String note) {
    progress.accept(note);
    notesOfRun.add(note);
  }

  @Override
  public List<Progress> watchers() {
    List<Progress> watchers = new ArrayList<>();
    watchers.add(second -> lateness.second(second.stats(), 0, System.nanoTime()));
    watchers.add(speedWatch);
    if (contentionWatch != null) {
      watchers.add(contentionWatch);
    }
    return watchers;
  }

  /** Runs the load in this process or, if it lacks descriptors, in several worker processes. */
  @Override
  public ShardResult load(RunRecord begun, Path folder, GracePeriods grace, Progress watchers)
      throws Refusal {
    Targets.Shape shape = registry.shape();
    ResourceRequirement requirement = ResourceCheck.need(settings, shape, shape.standInHere());
    Doctor doctor = Doctor.ofThisMachine();
    int workers = doctor.workers(requirement);
    FleetSpec fleet =
        new FleetSpec(
            settings,
            RunHost.nodes(registry),
            access,
            grace,
            doctor.connectionsAtMost(requirement),
            shape.standInHere(),
            api,
            registry.reach());
    if (workers > 0) {
      int connections = doctor.connectionsOfWorker(requirement, workers);
      return new SplitRun(fleet, workers, connections, stop, watchers, clock, scenario)
          .run(begun, folder);
    }
    try {
      return new FleetRun(
              fleet, stop, watchers, new NetworkHost(clock), scenario, Barrier.open(clock))
          .run(begun);
    } catch (SocketException e) {
      throw Refusal.inconclusive(
          "no way to " + registry.addresses().get(0) + " from here: " + e.getMessage());
    }
  }

  @Override
  public RunRecord cited(RunRecord run, Path folder) {
    List<String> all = new ArrayList<>(run.notes());
    all.addAll(notesOfRun);
    return Headroom.cited(
        run.with()
            .speed(speedWatch.speed())
            .contention(contentionWatch == null ? null : contentionWatch.contention())
            .notes(all)
            .build(),
        folder);
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
  public void close() {
    if (speedWatch != null) {
      speedWatch.close();
    }
    if (nameWatch != null) {
      nameWatch.close();
    }
    if (guard != null) {
      guard.close();
    }
  }
}
