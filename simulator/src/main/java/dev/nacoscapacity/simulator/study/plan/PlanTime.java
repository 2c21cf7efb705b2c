package dev.nacoscapacity.simulator.study.plan;

import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.run.LoadFigures;
import dev.nacoscapacity.simulator.run.RunTime;
import dev.nacoscapacity.simulator.session.TrialFigures;
import dev.nacoscapacity.simulator.session.WallEstimate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How long the rows of a plan take by the wall's clock, without the starts of their clusters. */
final class PlanTime {

  private final Set<Map<String, String>> warm = new HashSet<>();
  private WallEstimate wall;

  private PlanTime() {}

  /**
   * The time of rows on clusters that are started for them.
   *
   * @param rows in the order of the plan; a round that ends early leaves some out
   */
  static RunTime of(List<PlanRow> rows) {
    PlanTime time = new PlanTime();
    RunTime all = RunTime.NONE;
    for (int i = 0; i < rows.size(); i++) {
      PlanRow row = rows.get(i);
      if (i == 0 || !row.cluster().redacted().equals(rows.get(i - 1).cluster().redacted())) {
        time.wall = WallEstimate.of(row.cluster());
        time.warm.clear();
      }
      all = all.plus(time.row(row));
    }
    return all;
  }

  private RunTime row(PlanRow row) {
    boolean isCold = warm.add(row.clientKind()) && wall.warmUps() == 0;
    RunTime warming = isCold ? warming(row) : RunTime.NONE;
    return warming.plus(run(row.onWarmCluster()));
  }

  private RunTime warming(PlanRow row) {
    RunTime first = run(row.toWarm());
    RunTime next = run(row.toWarm());
    return new RunTime(
        first.about().plus(next.about().multipliedBy(TrialFigures.LEAST_TO_WARM - 1L)),
        first.atMost().plus(next.atMost().multipliedBy(TrialFigures.MOST_TO_WARM - 1L)));
  }

  /** A run, the first of which warms the cluster at full speed. */
  private RunTime run(PlanRow row) {
    Workload settings = RowOptions.settings(row);
    RunTime time = wall.of(new LoadFigures(settings).time(row.cluster().nodes()), settings);
    wall = wall.warm();
    return time;
  }
}
