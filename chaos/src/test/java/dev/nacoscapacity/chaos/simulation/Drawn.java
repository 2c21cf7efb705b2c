package dev.nacoscapacity.chaos.simulation;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.experiment.ExperimentStep;
import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.NodeChoice;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.model.Cost;
import dev.nacoscapacity.cluster.model.CostFile;
import dev.nacoscapacity.cluster.model.Costs;
import dev.nacoscapacity.cluster.model.ModelSource;
import dev.nacoscapacity.cluster.model.ModelSpec;
import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.Clients;
import dev.nacoscapacity.core.workload.ConfigConnections;
import dev.nacoscapacity.core.workload.GrpcClients;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.MixedClients;
import dev.nacoscapacity.core.workload.Phase;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.TokenScope;
import dev.nacoscapacity.core.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Everything that one seed decides: a cluster, a fleet, and what happens to both. Small, so that
 * thousands run in a minute, and extreme more often than any real set-up.
 *
 * @param auth whether the cluster checks tokens
 * @param whole the fleet's settings, all shards together
 * @param shards processes that share the fleet
 * @param inStep whether the shards wait for each other, as the processes of one machine do
 * @param faults that come by themselves, at any moment of the run
 * @param experiment what a trial does in the measurement window; null when there is none, and then
 *     alone may there be shards and faults
 * @param stopAt when the run is asked to end; null when it is not
 */
record Drawn(
    long seed,
    ModelSpec model,
    boolean auth,
    Workload whole,
    int shards,
    boolean inStep,
    List<Trouble> faults,
    ExperimentSpec experiment,
    Duration stopAt) {

  /** A modelled node has no other version. */
  private static final List<FaultKind> FAULTS =
      Stream.of(FaultKind.values()).filter(kind -> kind != FaultKind.UPGRADE).toList();

  private static final List<Costs> COSTS =
      CostFile.SHIPPED.stream().map(name -> CostFile.read(name, Path.of(""))).toList();

  /**
   * One fault.
   *
   * @param lasts duration; null when the fault is never healed
   * @param nodes by index; a partition separates them from the others
   */
  record Trouble(
      FaultKind kind,
      Duration at,
      Duration lasts,
      List<Integer> nodes,
      NetworkConditions conditions) {}

  /** Whether the fleets of 2.x clusters speak gRPC. */
  private static final boolean GRPC = Boolean.getBoolean("grpc");

  static Drawn of(long seed) {
    // Neighbouring seeds have much the same first numbers.
    return new Draw(new Random(seed * 0x9E3779B97F4A7C15L)).all(seed);
  }

  /** What stands in a message: enough to see what was going on. */
  @Override
  public String toString() {
    return """
    seed %d: %s, %d nodes on %s, tomcat %s, forwards %s, delays %s ns, auth %s (cache %s)
    %s
    %d shard(s), in step %s; faults %s; experiment %s; stop at %s\
    """
        .formatted(
            seed,
            model.version(),
            model.nodes(),
            model.machines(),
            model.settings().tomcat(),
            model.settings().forwards(),
            model.delays(),
            auth,
            model.settings().tokenCache(),
            whole,
            shards,
            inStep,
            faults,
            experiment,
            stopAt);
  }

  /** Draws one after the other. */
  private record Draw(Random random) {

    Drawn all(long seed) {
      ModelSpec model = model(seed);
      boolean auth = chance(0.3);
      Workload whole = settings(seed, auth, GRPC && model.version().grpc());
      ExperimentSpec experiment = chance(0.35) ? experiment(model.nodes()) : null;
      int shards = experiment == null && whole.population().services() > 2 && chance(0.2) ? 3 : 1;
      List<Trouble> faults = new ArrayList<>();
      if (experiment == null && chance(0.7)) {
        IntStream.range(0, between(1, 5)).forEach(i -> faults.add(trouble(model.nodes())));
      }
      Duration stopAt = chance(0.2) ? millis(0, 150_000) : null;
      return new Drawn(seed, model, auth, whole, shards, chance(0.5), faults, experiment, stopAt);
    }

    private ModelSpec model(long seed) {
      Costs costs = one(COSTS);
      int nodes = between(1, 7);
      int near = between(1, nodes);
      List<ModelSpec.Zone> zones = new ArrayList<>();
      zones.add(new ModelSpec.Zone("near", near));
      if (near < nodes) {
        zones.add(new ModelSpec.Zone("far", nodes - near));
      }
      int cores = one(List.of(1, 1, 2, 4, 16));
      int machines = between(1, nodes);
      // Slow ones are half busy without any load, so that a few calls a second are too many.
      double busy = one(List.of(0.5, 0.2, 0.02, 0.002));
      double idleMillis = costs.number(Cost.IDLE) + (nodes - 1) * costs.number(Cost.PEER);
      double idleCores = idleMillis / 1_000 * Math.ceil((double) nodes / machines);
      double speed = Math.min(20, idleCores / cores / busy);
      // Not 0: what is due when a window ends would be answered before it ends.
      long delay = one(List.of(10_000L, 100_000L, 2_000_000L, 100_000_000L));
      long heap = one(List.of(400L << 20, 2L << 30));
      ModelSpec.Tomcat tomcat = new ModelSpec.Tomcat(one(List.of(2, 20, 200)), 100, 8192);
      ModelSpec.Delays delays =
          new ModelSpec.Delays(delay, chance(0.5) ? delay : 0, delay * between(1, 5));
      ModelSpec.Forwards forwards = new ModelSpec.Forwards(cores, 2 * cores);
      return new ModelSpec(
          new ModelSource("drawn", "0"),
          costs.version(),
          zones,
          new ModelSpec.Machines(machines, cores, speed, false),
          new ModelSpec.NodeSettings(
              heap, tomcat, Math.max(1, cores / 2), 16 * cores, forwards, chance(0.5)),
          delays,
          seed,
          new ModelSpec.Behaviour(
              costs.version() == ServerVersion.V2_2_4, costs.version() == ServerVersion.V2_2_4),
          costs);
    }

    private Workload settings(long seed, boolean auth, boolean grpc) {
      int instances = between(20, 60);
      ClientModel model = grpc ? one(List.of(ClientModel.values())) : ClientModel.POLLING;
      boolean configPerClient = grpc && chance(0.5);
      Optional<Double> share =
          grpc && chance(0.5) ? Optional.of(one(List.of(0.0, 0.3, 0.7, 1.0))) : Optional.empty();
      Optional<Duration> callTimeout =
          chance(0.5) ? Optional.empty() : Optional.of(millis(500, 10_000));
      int services = between(1, 20);
      Population population =
          new Population(
              instances, between(1, 20), Population.seededPrefix(seed), "capacity", Shard.WHOLE);
      HttpClients http =
          new HttpClients(
              !grpc && chance(0.3) ? OptionalInt.of(between(1, 20)) : OptionalInt.empty(),
              0,
              callTimeout.orElse(HttpClients.DEFAULT_CALL_TIMEOUT));
      GrpcClients clients =
          new GrpcClients(
              model,
              grpc ? between(0, Math.min(2, services)) : 0,
              configPerClient ? ConfigConnections.PER_CLIENT : ConfigConnections.SERVICE,
              callTimeout.orElse(GrpcClients.DEFAULT_CALL_TIMEOUT));
      TokenScope login = auth && chance(0.5) ? TokenScope.PER_CLIENT : TokenScope.SHARED;
      return new Workload(
          population,
          grpc
              ? share
                  .<Clients>map(of -> new MixedClients(of, http.callTimeout(), clients))
                  .orElse(clients)
              : http,
          new Timing(
              chance(0.8) ? seconds(5) : millis(1_000, 8_000),
              chance(0.5) ? seconds(10) : millis(1_000, 15_000),
              chance(0.5) ? seconds(30) : millis(5_000, 30_000),
              chance(0.5) ? Duration.ZERO : seconds(15),
              chance(0.3) ? Phase.BURST : Phase.SPREAD,
              chance(0.5) ? Duration.ZERO : millis(1_000, 10_000),
              chance(0.3) ? Duration.ZERO : millis(1_000, 10_000),
              seconds(between(20, 60)),
              chance(0.5) ? seconds(10) : millis(2_000, 15_000),
              List.of()),
          login,
          seed,
          Workload.MOST_ADMISSIONS_PER_SECOND,
          1);
    }

    private ExperimentSpec experiment(int nodes) {
      List<ExperimentStep> method = new ArrayList<>();
      IntStream.range(0, between(1, 3)).forEach(i -> method.add(step(nodes)));
      boolean mended =
          chance(0.7)
              || method.stream().anyMatch(s -> s.which().selection() == NodeChoice.Selection.EACH);
      Duration stretch = seconds(between(1, 5));
      Experiment.Hypothesis hypothesis =
          new Experiment.Hypothesis(
              one(List.of(0.0, 0.01, 0.5)),
              stretch.toSeconds(),
              one(List.of(1.0, 1.2, 100.0)),
              between(0, 200),
              chance(0.5) ? 0 : 10,
              Map.of());
      return new ExperimentSpec(
          "drawn",
          "drawn",
          hypothesis,
          stretch.plus(millis(0, 20_000)),
          method,
          mended ? Optional.of(millis(0, 20_000)) : Optional.empty(),
          stretch.plus(millis(0, 20_000)));
    }

    private ExperimentStep step(int nodes) {
      FaultKind kind = one(FAULTS);
      NodeChoice which =
          one(
              List.of(
                  NodeChoice.RANDOM,
                  NodeChoice.RANDOM,
                  NodeChoice.EACH,
                  NodeChoice.parse("leader"),
                  NodeChoice.parse("follower")));
      return new ExperimentStep(
          kind,
          which.selection() == NodeChoice.Selection.EACH ? 1 : between(1, Math.max(1, nodes / 2)),
          which,
          chance(0.5) ? Duration.ZERO : millis(0, 10_000),
          conditions(kind));
    }

    private Trouble trouble(int nodes) {
      FaultKind kind = one(FAULTS);
      List<Integer> order = new ArrayList<>(IntStream.range(0, nodes).boxed().toList());
      Collections.shuffle(order, random);
      // A restart is a kill that is mended at once.
      Duration lasts = chance(0.2) ? null : chance(0.2) ? Duration.ZERO : millis(0, 60_000);
      return new Trouble(
          kind,
          millis(0, 120_000),
          lasts,
          List.copyOf(order.subList(0, chance(0.7) ? 1 : between(1, nodes))),
          conditions(kind));
    }

    private NetworkConditions conditions(FaultKind kind) {
      return switch (kind) {
        case SLOW -> NetworkConditions.slow(millis(1, 3_000));
        case BLACKHOLE -> NetworkConditions.BLACKHOLE;
        case RESET -> NetworkConditions.RESET;
        default -> NetworkConditions.NORMAL;
      };
    }

    private boolean chance(double share) {
      return random.nextDouble() < share;
    }

    private int between(int least, int most) {
      return least + random.nextInt(most - least + 1);
    }

    private Duration millis(int least, int most) {
      return Duration.ofMillis(between(least, most));
    }

    private static Duration seconds(int seconds) {
      return Duration.ofSeconds(seconds);
    }

    private <T> T one(List<T> of) {
      return of.get(random.nextInt(of.size()));
    }
  }
}
