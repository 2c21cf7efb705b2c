package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.cluster.time.VirtualTime;
import dev.nacoscapacity.reports.merge.ShardResult;
import dev.nacoscapacity.reports.record.Machine;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.ServerRow;
import dev.nacoscapacity.reports.record.Work;
import dev.nacoscapacity.reports.verdict.ExitCode;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.observe.proc.ModelSampler;
import dev.nacoscapacity.simulator.observe.proc.ServerWatch;
import dev.nacoscapacity.simulator.run.Barrier;
import dev.nacoscapacity.simulator.run.FleetRun;
import dev.nacoscapacity.simulator.run.FleetSettings;
import dev.nacoscapacity.simulator.run.FleetSpec;
import dev.nacoscapacity.simulator.run.Model;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunClock;
import dev.nacoscapacity.simulator.run.RunSecond;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.run.Scenario;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.run.VirtualHost;
import dev.nacoscapacity.simulator.target.OpenTarget;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A modelled cluster, loaded in virtual time. Time and cluster belong to this run only, so there is
 * no earlier run to wait for, and no foreign services to guard.
 */
final class ModelRunHost implements RunHost {

  /** The time of day at which every model's run begins, so that two runs have the same stamps. */
  static final Instant EPOCH = Instant.parse("2000-01-01T00:00:00Z");

  /** The default of real servers. */
  private static final Duration TOKEN_TTL = Duration.ofHours(5);

  /** Maximum duration of the registrations of all instances, if the cluster can handle it. */
  private static final int SECONDS_TO_COME = 30;

  private final RunSettings settings;
  private final StopSignal stop;
  private final VirtualTime time = new VirtualTime(EPOCH);
  private final RunClock clock = RunClock.of(time);
  private final Model model;
  private final OpenTarget registry;
  private final Access access;
  private final WorkByPhase work = new WorkByPhase();
  private Scenario scenario;

  /**
   * @param target description of the model
   * @param maker creates its clusters
   * @param credentials null without auth
   * @param stop stops only this run
   */
  ModelRunHost(
      RunSettings settings,
      OpenTarget target,
      Model.Maker maker,
      Credentials credentials,
      StopSignal stop) {
    // Uses fixed names, since no other run shares this registry, and names decide which node owns a
    // service.
    this.settings =
        settings
            .onLoops(1)
            .named(FleetSettings.seededPrefix(settings.seed()))
            .admitting(admissions(settings));
    this.stop = stop;
    this.model = maker.create(time, settings.seed());
    this.registry = target.of(model);
    this.access = credentials == null ? null : new Access(model.token(), TOKEN_TTL, credentials);
  }

  /**
   * The rate of registrations: there are no other clients to spare, so a large fleet may register
   * quickly.
   */
  private static int admissions(RunSettings settings) {
    int instances = settings.population().instances();
    return Math.max(settings.admissions(), instances / SECONDS_TO_COME);
  }

  @Override
  public RunSettings settings() {
    return settings;
  }

  @Override
  public OpenTarget registry() {
    return registry;
  }

  @Override
  public OpenTarget admit(Scenario during) throws Refusal {
    long most = Runtime.getRuntime().maxMemory();
    if (ModelMemory.needed(settings, nodes()) > most) {
      throw outOfMemory();
    }
    scenario = during;
    return registry;
  }

  private int nodes() {
    return registry.nodes().size();
  }

  private Refusal outOfMemory() {
    long most = Runtime.getRuntime().maxMemory();
    return new Refusal(
        ExitCode.INCONCLUSIVE, List.of(ModelMemory.shortage(settings, nodes(), most)));
  }

  /** Null, since the result is the same on any machine. */
  @Override
  public Machine machine() {
    return null;
  }

  @Override
  public RunClock start() {
    return clock;
  }

  @Override
  public ServerWatch servers(Consumer<ServerRow> sink) {
    return new ModelSampler(model::usage, clock::seconds, clock::now, sink);
  }

  @Override
  public List<Progress> watchers() {
    return List.of(work);
  }

  @Override
  public ShardResult load(RunRecord begun, Path folder, GracePeriods grace, Progress progress)
      throws Refusal {
    FleetSpec fleet =
        new FleetSpec(settings, RunHost.nodes(registry), access, grace, Integer.MAX_VALUE, false);
    try {
      return new FleetRun(
              fleet,
              stop,
              progress,
              new VirtualHost(time, clock, model),
              scenario,
              Barrier.open(clock))
          .run(begun);
    } catch (SocketException e) {
      throw new Refusal(ExitCode.INTERNAL, List.of("a model has no sockets: " + e));
    } catch (OutOfMemoryError e) {
      throw outOfMemory();
    } catch (IllegalStateException e) {
      // An event loop wraps the exception that it failed with.
      if (e.getCause() instanceof OutOfMemoryError) {
        throw outOfMemory();
      }
      throw e;
    }
  }

  @Override
  public RunRecord cited(RunRecord run, Path folder) {
    return run.toBuilder().work(work.all()).build();
  }

  @Override
  public void close() {
    model.cluster().close();
  }

  /** Records the work of the nodes in each phase. */
  private final class WorkByPhase implements Progress {

    private final Map<String, Map<String, Work>> phases = new LinkedHashMap<>();
    private String current;
    private Map<String, Work> before;

    @Override
    public void phase(String name, Duration expected) {
      end();
      current = name;
      before = model.work();
    }

    private void end() {
      if (current != null) {
        Map<String, Work> done = new LinkedHashMap<>();
        model.work().forEach((kind, all) -> done.put(kind, all.since(before.get(kind))));
        phases.put(current, done);
      }
    }

    Map<String, Map<String, Work>> all() {
      end();
      return phases;
    }

    @Override
    public void second(RunSecond second) {
      // Work is read at phase changes only.
    }
  }
}
