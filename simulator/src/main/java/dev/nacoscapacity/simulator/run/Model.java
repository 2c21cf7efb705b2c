package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.model.ModelCluster;
import dev.nacoscapacity.core.record.Work;
import dev.nacoscapacity.core.time.VirtualTime;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import java.util.List;
import java.util.Map;

/** A modelled cluster in virtual time, for one run. */
public interface Model {

  /** Creates the cluster of a run, started. */
  interface Maker {
    /**
     * @param time of the run, at its start
     * @param seed of every random choice
     */
    Model create(VirtualTime time, long seed);
  }

  /** The nodes, and operations on them. */
  Cluster cluster();

  /** The one token that the nodes accept where they check tokens. */
  String token();

  /** Resource usage of each running node so far, in the order of the nodes. */
  List<ModelCluster.Usage> usage();

  /** Work of all nodes so far, by the names of a cost file. */
  Map<String, Work> work();

  /**
   * Creates the driver that delivers the calls of the fleet to the nodes; called once.
   *
   * @param connections limits over HTTP
   * @param clock of the run
   */
  Driver driver(
      FleetSpec spec,
      Tokens tokens,
      ConnectionPlan.Bounds connections,
      RunClock clock,
      CallListener listener);
}
