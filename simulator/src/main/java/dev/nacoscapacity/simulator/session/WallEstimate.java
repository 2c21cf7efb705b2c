package dev.nacoscapacity.simulator.session;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.Dilation;
import dev.nacoscapacity.cluster.dilation.ClusterClock;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.run.RunTime;
import java.util.Optional;

/**
 * How long runs on a registry take by the wall's clock.
 *
 * @param nodes of the registry
 * @param dilation how many times slower than the wall's its time runs under load; 1 for as fast
 * @param warmUps how often it is warmed at full speed before its time is slowed, 0 or 1
 */
public record WallEstimate(int nodes, double dilation, int warmUps) {

  /**
   * Of a registry that is there.
   *
   * @param clock of a cluster with a time of its own
   */
  public static WallEstimate of(int nodes, Optional<ClusterClock> clock) {
    return new WallEstimate(
        nodes,
        clock.map(ClusterClock::dilation).orElse(1.0),
        clock.filter(own -> !own.isSlow()).isPresent() ? 1 : 0);
  }

  /** Of a local cluster that is yet to be started. */
  public static WallEstimate of(ClusterSpec spec) {
    double dilation = Dilation.of(spec);
    return new WallEstimate(spec.nodes(), dilation, dilation > 1 ? 1 : 0);
  }

  /** The same after its first run. */
  public WallEstimate warm() {
    return new WallEstimate(nodes, dilation, 0);
  }

  /**
   * The time by the wall.
   *
   * @param runs the time of the runs by the registry's clock
   * @param first the first of them
   */
  public RunTime of(RunTime runs, Workload first) {
    return runs.slowed(dilation).plus(WarmingLoad.time(first, nodes).times(warmUps));
  }

  /** The same as a sentence without its subject: {@code takes about 1 h 10 min, …}. */
  public String words(RunTime runs, Workload first, Language language) {
    return language.say(
        "time.takes",
        with("time", of(runs, first).words(language))
            .and("dilation", dilation == 1 ? null : NumberText.exact(dilation)));
  }
}
