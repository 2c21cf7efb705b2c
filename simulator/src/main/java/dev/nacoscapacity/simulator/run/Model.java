package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.time.VirtualTime;
import dev.nacoscapacity.reports.record.Work;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.observe.proc.ModelSampler;
import java.util.List;
import java.util.Map;

/** A cluster in virtual time, which serves one run. */
public interface Model {

  /** Makes the cluster of a run, started. */
  interface Maker {
    /**
     * @param time the run's, at its beginning
     * @param seed of every random choice
     */
    Model create(VirtualTime time, long seed);
  }

  /** Its nodes, and what can be done to them. */
  Cluster cluster();

  /** The one token that the nodes accept where they check tokens. */
  String token();

  /** What each node that runs has used by now, in the order of the nodes. */
  List<ModelSampler.Usage> usage();

  /** What all nodes have done by now, by the names of a cost file. */
  Map<String, Work> work();

  /**
   * What carries the fleet's calls to the nodes; called once.
   *
   * @param tokens of the clients; null without auth
   * @param connections the most over HTTP
   * @param clock the run's
   */
  Driver driver(
      FleetSpec spec,
      Tokens tokens,
      ConnectionPlan.Bounds connections,
      RunClock clock,
      CallListener listener);
}
