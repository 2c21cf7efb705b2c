package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Login;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.reports.merge.ShardResult;
import dev.nacoscapacity.reports.page.ReportPage;
import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.reports.record.Recorder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.stats.RegistryCount;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.ExitCode;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.observe.console.Console;
import dev.nacoscapacity.simulator.observe.console.ConsoleProgress;
import dev.nacoscapacity.simulator.options.TargetOptions;
import dev.nacoscapacity.simulator.options.Version;
import dev.nacoscapacity.simulator.preflight.NamespaceContents;
import dev.nacoscapacity.simulator.preflight.Preflight;
import dev.nacoscapacity.simulator.preflight.PreflightReport;
import dev.nacoscapacity.simulator.preflight.Problem;
import dev.nacoscapacity.simulator.preflight.RunIntent;
import dev.nacoscapacity.simulator.preflight.guard.AdminReader;
import dev.nacoscapacity.simulator.preflight.guard.Baseline;
import dev.nacoscapacity.simulator.preflight.guard.Guard;
import dev.nacoscapacity.simulator.preflight.guard.Harm;
import dev.nacoscapacity.simulator.preflight.guard.RegistryReader;
import dev.nacoscapacity.simulator.preflight.guard.Tolerance;
import dev.nacoscapacity.simulator.preflight.machine.Doctor;
import dev.nacoscapacity.simulator.preflight.machine.ResourceRequirement;
import dev.nacoscapacity.simulator.run.Barrier;
import dev.nacoscapacity.simulator.run.FleetRun;
import dev.nacoscapacity.simulator.run.FleetSettings;
import dev.nacoscapacity.simulator.run.FleetSpec;
import dev.nacoscapacity.simulator.run.GeneratorLateness;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunClock;
import dev.nacoscapacity.simulator.run.RunRecorder;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.target.OpenTarget;
import dev.nacoscapacity.simulator.target.Targets;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import dev.nacoscapacity.simulator.workers.SplitRun;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** One run on an open registry, from the first look at it to the page. */
final class GuardedRun {

  /** A stall of the node or of this machine may take seconds, and is no silence. */
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private static final String OWN_SERVICES =
      Http.DEFAULT_GROUP + Http.GROUP_SEPARATOR + FleetSettings.SERVICE_PREFIX;

  private final RunSettings settings;
  private final OpenTarget registry;
  private final TargetOptions options;
  private final boolean exclusive;
  private final Criteria criteria;
  private final Scenario scenario;
  private final StopSignal stop;
  private final Console err;
  private final GeneratorLateness lateness = new GeneratorLateness();

  /**
   * @param exclusive whether the registry must hold no service but those of our own runs
   * @param stop ends this run alone
   */
  GuardedRun(
      RunSettings settings,
      OpenTarget registry,
      TargetOptions options,
      boolean exclusive,
      Criteria criteria,
      Scenario scenario,
      StopSignal stop,
      Console err) {
    this.settings = settings;
    this.registry = registry;
    this.options = options;
    this.exclusive = exclusive;
    this.criteria = criteria;
    this.scenario = scenario;
    this.stop = stop;
    this.err = err;
  }

  Session.Outcome run(
      Path folder, Instant now, List<Progress> others, UnaryOperator<RunRecord> judge) {
    PreflightReport report = preflight();
    if (report.exitCode().isPresent()) {
      report.problems().stream().map(Problem::text).distinct().forEach(err::println);
      return new Session.Outcome(report.exitCode().getAsInt(), Optional.empty());
    }
    report.lines().forEach(err::println);
    OpenTarget known = registry.withVersion(report.version());
    Access access;
    try {
      Credentials credentials = options.credentials();
      access = credentials == null ? null : logIn(credentials);
    } catch (AdminException e) {
      return inconclusive("cannot log in: " + e.getMessage());
    }
    try {
      if (registry.description().standIn()) {
        return recordAndJudge(known, access, folder, now, others, judge);
      }
      try (Guard guard = guard(report, access)) {
        return recordAndJudge(known, access, folder, now, others, judge);
      }
    } catch (RegistryReader.ReadFailure e) {
      return inconclusive("cannot read what is registered, so cannot guard it: " + e.getMessage());
    } catch (SocketException e) {
      return inconclusive(
          "no way to " + registry.addresses().get(0) + " from here: " + e.getMessage());
    }
  }

  private Session.Outcome inconclusive(String why) {
    err.println(why);
    return new Session.Outcome(ExitCode.INCONCLUSIVE, Optional.empty());
  }

  private PreflightReport preflight() {
    return new Preflight(TIMEOUT)
        .check(
            new RunIntent(
                registry.addresses(),
                registry.registry(),
                options.credentials(),
                settings.population().namespace(),
                options.allowPublicNamespace(),
                options.confirmed(),
                exclusive,
                FleetSettings.SERVICE_PREFIX,
                settings.offered(),
                settings.protocol().grpc()));
  }

  private Access logIn(Credentials credentials) {
    Login login = login(credentials);
    return new Access(login.token(), login.ttl(), credentials);
  }

  private Login login(Credentials credentials) {
    return AdminClient.of(registry.addresses().get(0), TIMEOUT)
        .login(credentials.username(), credentials.password());
  }

  /** Begins to watch what others have in the registry; null where a cluster of ours has nothing. */
  private Guard guard(PreflightReport report, Access access) throws RegistryReader.ReadFailure {
    Tolerance tolerance =
        scenario.mayBreakNodes() ? options.tolerance().withoutNodes() : options.tolerance();
    BiPredicate<String, String> own =
        (namespace, service) ->
            namespace.equals(settings.population().namespace()) && service.startsWith(OWN_SERVICES)
                || tolerance.ignores(service);
    Supplier<String> token =
        access == null
            ? () -> null
            : new AdminToken(access, () -> login(access.credentials()), System::nanoTime);
    RegistryReader reader = new AdminReader(token);
    List<String> namespaces =
        report.registered().stream()
            .filter(NamespaceContents::readable)
            .map(NamespaceContents::namespace)
            .toList();
    Baseline baseline = Baseline.read(registry.addresses(), namespaces, own, reader);
    if (registry.cluster().isPresent() && baseline.isEmpty()) {
      err.println("no service of others is seen, so there is nothing to guard");
      return null;
    }
    err.println(
        "guarding %s%,d services of others: the run stops when %s"
            .formatted(
                tolerance.guardsNodes() ? "the nodes and " : "", baseline.services(), tolerance));
    return Guard.watching(baseline, tolerance, reader, this::stopAfter);
  }

  /**
   * A node that does not answer this process is no harm done while this process is late itself; a
   * service that has lost an instance on a node that answers is.
   */
  private void stopAfter(Harm harm) {
    StopSignal.Cause cause = StopSignal.Cause.HARM;
    if (harm.silence()) {
      boolean ours = lateness.since(System.nanoTime() - Guard.SILENCE.toNanos());
      cause = ours ? StopSignal.Cause.GENERATOR : StopSignal.Cause.SILENCE;
    }
    stop.stop(cause, harm.sentence());
  }

  private Session.Outcome recordAndJudge(
      OpenTarget known,
      Access access,
      Path folder,
      Instant now,
      List<Progress> others,
      UnaryOperator<RunRecord> judge)
      throws SocketException {
    RunRecord begun =
        RunRecord.builder(
                Version.tool(),
                now,
                known.description(),
                settings.workload(),
                Doctor.ofThisMachine().describe())
            .notes(notes())
            .build();
    ConsoleProgress console = new ConsoleProgress(err);
    try (Recorder recorder = Recorder.open(folder, begun)) {
      RunClock clock = RunClock.system();
      RunRecorder record = new RunRecorder(recorder, clock, known.nodes());
      Progress late = second -> lateness.second(second.stats(), System.nanoTime());
      List<Progress> watchers = new ArrayList<>(List.of(record, console, late));
      watchers.addAll(others);
      ShardResult result = runFleet(known, access, begun, folder, Progress.all(watchers), clock);
      double from = record.windowStart();
      recorder.measured(from, from + result.run().windowSeconds(), result.measured());
      console.end();
      RunRecord run = result.run().toBuilder().servers(record.servers()).build();
      run = judge.apply(Headroom.cited(run, folder));
      recorder.finish(run);
      writePage(folder);
      return new Session.Outcome(run.verdict().status().exitCode(), Optional.of(run));
    }
  }

  /** In this process or, where it may not have the descriptors, split over several. */
  private ShardResult runFleet(
      OpenTarget known,
      Access access,
      RunRecord begun,
      Path folder,
      Progress progress,
      RunClock clock)
      throws SocketException {
    Targets.Shape shape = known.shape();
    ResourceRequirement need = ResourceCheck.need(settings, shape, shape.standInHere());
    Doctor doctor = Doctor.ofThisMachine();
    int workers = doctor.workers(need);
    List<FleetSpec.NodeAddress> nodes =
        known.nodes().stream()
            .map(node -> FleetSpec.NodeAddress.of(node.name(), node.http()))
            .toList();
    FleetSpec fleet =
        new FleetSpec(
            settings,
            nodes,
            access,
            gracePeriods(),
            doctor.connectionsAtMost(need),
            shape.standInHere());
    return workers == 0
        ? new FleetRun(fleet, stop, progress, clock, scenario, Barrier.open(clock)).run(begun)
        : new SplitRun(
                fleet,
                workers,
                doctor.connectionsOfWorker(need, workers),
                stop,
                progress,
                clock,
                scenario)
            .run(begun, folder);
  }

  private GracePeriods gracePeriods() {
    return GracePeriods.DEFAULT
        .withDue(settings.timing().registrationGrace())
        .judgedBy(
            Duration.ofMillis((long) criteria.beatGapMs(settings.protocol().label())),
            new GracePeriods.Accepted(
                criteria.bound(RegistryCount.MISSING).orElse(0),
                criteria.bound(RegistryCount.UNHEALTHY).orElse(0),
                criteria.bound(RegistryCount.DIVERGENT).orElse(0)));
  }

  private List<String> notes() {
    Duration grace = settings.timing().registrationGrace();
    return grace.equals(GracePeriods.DEFAULT.due())
        ? List.of()
        : List.of(
            "A registration was due on every node %.1f s after its acknowledgement (--registration-grace)."
                .formatted(grace.toMillis() / 1e3));
  }

  /** The run is over and recorded: a page that cannot be written changes nothing about it. */
  private void writePage(Path folder) {
    try {
      err.println("page: " + ReportPage.write(folder));
    } catch (RecordException e) {
      err.println(e.getMessage());
    }
  }
}
