package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.core.merge.ShardResult;
import dev.nacoscapacity.core.record.Machine;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.record.Work;
import dev.nacoscapacity.core.time.VirtualTime;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.preflight.Refusal;
import dev.nacoscapacity.simulator.proc.ModelSampler;
import dev.nacoscapacity.simulator.proc.ServerWatch;
import dev.nacoscapacity.simulator.run.Barrier;
import dev.nacoscapacity.simulator.run.FleetRun;
import dev.nacoscapacity.simulator.run.FleetSpec;
import dev.nacoscapacity.simulator.run.Model;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunClock;
import dev.nacoscapacity.simulator.run.RunSecond;
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

  /** The start of every run on a model, so that two runs have equal timestamps. */
  static final Instant EPOCH = Instant.parse("2000-01-01T00:00:00Z");

  /** The default token lifetime of real servers. */
  private static final Duration TOKEN_TTL = Duration.ofHours(5);

  /** Time in which all instances register, if the cluster can handle it. */
  private static final int REGISTRATION_SECONDS = 30;

  private final Workload settings;
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
      Workload settings,
      OpenTarget target,
      Model.Maker maker,
      Credentials credentials,
      StopSignal stop) {
    // Service names decide which node owns a service, so fixed names make runs repeatable; no other
    // run shares this registry.
    this.settings =
        settings
            .withThreads(1)
            .withPopulation(
                settings.population().withServicePrefix(Population.seededPrefix(settings.seed())))
            .withAdmissions(registrationRate(settings));
    this.stop = stop;
    this.model = maker.create(time, settings.seed());
    this.registry = target.forCluster(model);
    this.access = credentials == null ? null : new Access(model.token(), TOKEN_TTL, credentials);
  }

  /**
   * The rate of registrations, in instances per second. A model has no other clients to protect, so
   * a large fleet may register quickly.
   */
  private static int registrationRate(Workload settings) {
    int instances = settings.population().instances();
    return Math.max(settings.admissions(), instances / REGISTRATION_SECONDS);
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
    long maxHeap = Runtime.getRuntime().maxMemory();
    if (ModelMemory.needed(settings, nodes()) > maxHeap) {
      throw outOfMemory();
    }
    this.scenario = scenario;
    return registry;
  }

  private int nodes() {
    return registry.nodes().size();
  }

  private Refusal outOfMemory() {
    long maxHeap = Runtime.getRuntime().maxMemory();
    return Refusal.inconclusive(ModelMemory.shortage(settings, nodes(), maxHeap));
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
    return run.withWork(work.all());
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
        Map<String, Work> inPhase = new LinkedHashMap<>();
        model.work().forEach((kind, total) -> inPhase.put(kind, total.since(before.get(kind))));
        phases.put(current, inPhase);
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
