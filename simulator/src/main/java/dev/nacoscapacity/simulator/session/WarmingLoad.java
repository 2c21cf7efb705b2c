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

  private static final int INSTANCES = 300;
  private static final Duration DURATION = Duration.ofSeconds(45);

  /**
   * Few clients call often, so that the JIT compilers see as many calls as of many clients. With
   * auth, five cold nodes on two cores are overloaded by four times as many.
   */
  private static final int OFTENER = 5;

  private WarmingLoad() {}

  /** How long it takes by the wall, with its repetitions. */
  static RunTime time(Workload settings, int nodes) {
    RunTime once = new LoadFigures(of(settings, 0)).time(nodes);
    return new RunTime(
        once.about().multipliedBy(TrialFigures.LEAST_TO_WARM),
        once.atMost().multipliedBy(TrialFigures.MOST_TO_WARM));
  }

  /**
   * A short run of the same kinds of calls.
   *
   * @param epochMillis the time, which names its services
   */
  static Workload of(Workload settings, long epochMillis) {
    int instances = Math.min(INSTANCES, settings.instances());
    Timing timing = settings.timing();
    Workload small = settings.withInstances(instances, Math.min(instances, settings.services()));
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
