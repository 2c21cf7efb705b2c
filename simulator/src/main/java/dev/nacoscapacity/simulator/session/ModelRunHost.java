package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.core.record.MeasuredRun;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.record.Work;
import dev.nacoscapacity.core.time.VirtualTime;
import dev.nacoscapacity.core.verdict.Criteria;
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
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A modelled cluster, loaded in virtual time. Time and cluster belong to this run only, so there is
 * no earlier run to wait for, and no foreign services to guard.
 *
 * @param target description of the model
 * @param maker creates its clusters
 * @param credentials empty without auth
 * @param stop stops only this run
 */
record ModelRunHost(
    Workload settings,
    OpenTarget target,
    Model.Maker maker,
    Optional<Credentials> credentials,
    StopSignal stop)
    implements RunHost {

  /** The start of every run on a model, so that two runs have equal timestamps. */
  static final Instant EPOCH = Instant.parse("2000-01-01T00:00:00Z");

  /** The default token lifetime of real servers. */
  private static final Duration TOKEN_TTL = Duration.ofHours(5);

  /** Time in which all instances register, if the cluster can handle it. */
  private static final int REGISTRATION_SECONDS = 30;

  ModelRunHost {
    // Service names decide which node owns a service, so fixed names make runs repeatable; no other
    // run shares this registry.
    settings =
        settings
            .withThreads(1)
            .withPopulation(
                settings.population().withServicePrefix(Population.seededPrefix(settings.seed())))
            .withAdmissions(registrationRate(settings));
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
  public AdmittedRun admit(Function<OpenTarget, Scenario> scenario) throws Refusal {
    if (ModelMemory.needed(settings, nodes()) > Runtime.getRuntime().maxMemory()) {
      throw outOfMemory();
    }
    ModelRun run = new ModelRun(scenario);
    return new AdmittedRun(
        settings,
        run.registry,
        List.of(),
        Optional.empty(),
        () -> run,
        stop,
        run.model.cluster()::close);
  }

  private int nodes() {
    return target.nodes().size();
  }

  private Refusal outOfMemory() {
    long maxHeap = Runtime.getRuntime().maxMemory();
    return Refusal.inconclusive(ModelMemory.shortage(settings, nodes(), maxHeap));
  }

  /** A run in a time and on a cluster of its own. */
  private final class ModelRun implements StartedRun {

    private final VirtualTime time = new VirtualTime(EPOCH);
    private final RunClock clock = RunClock.of(time);
    private final Model model = maker.create(time, settings.seed());
    private final OpenTarget registry = target.forCluster(model);
    private final WorkByPhase work = new WorkByPhase(model::work);
    private final Scenario scenario;

    ModelRun(Function<OpenTarget, Scenario> scenario) {
      try {
        this.scenario = scenario.apply(registry);
      } catch (RuntimeException e) {
        model.cluster().close();
        throw e;
      }
    }

    @Override
    public RunClock clock() {
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
    public MeasuredRun load(
        RunRecord begun, Path folder, GracePeriods grace, Criteria criteria, Progress progress)
        throws Refusal {
      Optional<Access> access = credentials.map(user -> new Access(model.token(), TOKEN_TTL, user));
      FleetSpec fleet =
          new FleetSpec(
              settings,
              registry.nodeAddresses(),
              access.orElse(null),
              grace,
              Integer.MAX_VALUE,
              false);
      try {
        MeasuredRun result =
            new FleetRun(
                    fleet,
                    stop,
                    progress,
                    new VirtualHost(time, clock, model),
                    scenario,
                    Barrier.open(clock))
                .run(begun, criteria);
        return new MeasuredRun(result.run().withWork(work.all()), result.measured());
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
  }

  /** Records the work of the nodes in each phase. */
  private static final class WorkByPhase implements Progress {

    private final Supplier<Map<String, Work>> work;
    private final Map<String, Map<String, Work>> phases = new LinkedHashMap<>();
    private Optional<String> current = Optional.empty();
    private Map<String, Work> before = Map.of();

    WorkByPhase(Supplier<Map<String, Work>> work) {
      this.work = work;
    }

    @Override
    public void phase(String name, Duration expected) {
      end();
      current = Optional.of(name);
      before = work.get();
    }

    private void end() {
      current.ifPresent(
          phase -> {
            Map<String, Work> inPhase = new LinkedHashMap<>();
            work.get().forEach((kind, total) -> inPhase.put(kind, total.since(before.get(kind))));
            phases.put(phase, inPhase);
          });
    }

    Map<String, Map<String, Work>> all() {
      end();
      return phases;
    }
  }
}
