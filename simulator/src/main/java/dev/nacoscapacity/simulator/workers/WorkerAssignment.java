package dev.nacoscapacity.simulator.workers;

import dev.nacoscapacity.reports.record.Machine;
import dev.nacoscapacity.reports.record.Target;
import dev.nacoscapacity.reports.record.Tool;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.run.RunSettings;
import dev.nacoscapacity.simulator.verify.GracePeriods;
import java.nio.file.Path;
import java.util.List;

/**
 * What a worker is to do. It travels over the worker's stdin, since it may hold a token and a
 * password, which must not be seen among a process's arguments.
 *
 * @param settings of the worker's shard
 * @param nodes in the order in which a client would be told them
 * @param access null without auth
 * @param connections the most over HTTP, but long polls', for which the parent has descriptors
 * @param mayBreakNodes whether nodes that answer nobody may be of the run's own making
 * @param folder of the worker's own record; the parts after it begin that record
 */
record WorkerAssignment(
    RunSettings settings,
    List<NodeAddress> nodes,
    Access access,
    GracePeriods limits,
    int connections,
    boolean mayBreakNodes,
    Path folder,
    Tool tool,
    Target target,
    Machine machine)
    implements WorkerMessage {

  /**
   * A registry node.
   *
   * @param name as it appears in {@code servers.csv}
   */
  record NodeAddress(String name, String host, int port) {}
}
