package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.run.LoadFigures;
import dev.nacoscapacity.simulator.run.RunTime;
import java.time.Duration;
import java.util.List;

/** The load that warms the nodes of a local cluster: small enough for this machine as it is. */
final class WarmingLoad {

  /** How many warm the nodes first; halved as long as they are too many. */
  static final int INSTANCES = 300;

  private static final Duration DURATION = Duration.ofSeconds(45);

  /**
   * Few clients call often, so that the JIT compilers see as many calls as of many clients. With
   * auth, five cold nodes on two cores are overloaded by four times as many.
   */
  private static final int OFTENER = 5;

  /** Beats that take longer queue, and so does the work of the JIT compilers. */
  private static final double QUEUED_MS = 5_000;

  private WarmingLoad() {}

  /** Whether a run showed its load to be too large for this machine. */
  static boolean isTooLarge(TrialFigures figures) {
    return figures.requestsPerSecond() == 0
        || figures.beatP99Ms() != null && figures.beatP99Ms() > QUEUED_MS;
  }

  /** How long it takes by the wall, with its repetitions. */
  static RunTime time(Workload settings, int nodes) {
    RunTime once = new LoadFigures(of(settings, INSTANCES, 0)).time(nodes);
    return new RunTime(
        once.about().multipliedBy(TrialFigures.LEAST_TO_WARM),
        once.atMost().multipliedBy(TrialFigures.MOST_TO_WARM));
  }

  /**
   * A short run of the same kinds of calls.
   *
   * @param atMost so many instances
   * @param epochMillis the time, which names its services
   */
  static Workload of(Workload settings, int atMost, long epochMillis) {
    int instances = Math.min(atMost, settings.instances());
    Timing timing = settings.timing();
    // As many instances a service as in the run: each service is also read from each node.
    long services = (long) instances * settings.services() / settings.instances();
    int shards = settings.population().shard().count();
    Workload small = settings.withInstances(instances, Math.max(shards, (int) services));
    return small
        .withPopulation(small.population().withServicePrefix(Population.freshPrefix(epochMillis)))
        .withTiming(
            timing
                .with()
                .beat(timing.beat().dividedBy(OFTENER))
                .list(timing.list().dividedBy(OFTENER))
                .ramp(Duration.ZERO)
                .warmUp(Duration.ZERO)
                .duration(DURATION)
                .stages(List.of())
                .build());
  }
}
