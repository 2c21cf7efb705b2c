package dev.nacoscapacity.simulator.study.size;

import dev.nacoscapacity.cluster.model.Cost;
import dev.nacoscapacity.cluster.model.Costs;
import dev.nacoscapacity.cluster.model.Heap;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Server;
import dev.nacoscapacity.core.record.Work;
import dev.nacoscapacity.core.workload.GrpcClients;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * The demand of a fleet on a number of nodes: except for the fixed work of a node, work is linear
 * in the number of instances, for services of equal size.
 *
 * @param nodes number of nodes that share the work
 * @param fixed work a second of all nodes together, independent of the fleet
 * @param each work a second for each instance
 * @param callsEach calls a second of an instance
 * @param keptEach what a node keeps for each instance of the fleet, owned or not
 * @param skew CPU of the busiest node relative to the mean: 1 for many services
 */
record Demand(
    int nodes,
    Costs costs,
    Map<Cost, Double> fixed,
    Map<Cost, Double> each,
    double callsEach,
    Map<Cost, Double> keptEach,
    double skew) {

  /** Work that instances do not cause: scrapes, reports between members, timers. */
  private static final Set<Cost> FIXED = Set.of(Cost.IDLE, Cost.PEER, Cost.METRICS);

  /**
   * Work that is not proportional to instances: a nearly full node is never idle, and collections
   * depend on its heap.
   */
  private static final Set<Cost> NOT_LINEAR = Set.of(Cost.WAKE, Cost.GARBAGE_CALL);

  private static final int MOST = 10_000_000;
  private static final double MILLIS = 1e3;

  /**
   * The work that a run counted, distributed evenly; few services are distributed less evenly than
   * many.
   *
   * @param run on a model with more processors than it needed
   */
  static Demand of(RunRecord run, Costs costs) {
    Map<Cost, Double> fixed = new EnumMap<>(Cost.class);
    Map<Cost, Double> each = new EnumMap<>(Cost.class);
    int instances = run.workload().instances();
    double seconds = run.windowSeconds();
    Map<String, Work> work = run.workIn(Phases.MEASURE);
    for (Cost cost : Cost.values()) {
      if (!NOT_LINEAR.contains(cost) && work.containsKey(cost.key())) {
        double pieces = work.get(cost.key()).amount() / seconds;
        if (FIXED.contains(cost)) {
          fixed.put(cost, pieces);
        } else {
          each.put(cost, pieces / instances);
        }
      }
    }
    return new Demand(
        run.servers().size(),
        costs,
        fixed,
        each,
        run.requests(OperationResult::achieved) / seconds / instances,
        keptEach(run),
        1);
  }

  private static Map<Cost, Double> keptEach(RunRecord run) {
    double nodes = run.servers().size();
    Optional<GrpcClients> grpc = run.workload().clients().overGrpc();
    double connections = run.servers().values().stream().mapToInt(Server::connectionsMax).sum();
    Map<Cost, Double> content = new EnumMap<>(Cost.class);
    content.put(Cost.HEAP_INSTANCE, 1 / nodes);
    content.put(Cost.HEAP_COPY, 1 - 1 / nodes);
    content.put(
        grpc.isPresent() ? Cost.HEAP_GRPC_CONNECTION : Cost.HEAP_CONNECTION,
        connections / run.workload().instances() / nodes);
    content.put(Cost.HEAP_SUBSCRIBER, grpc.map(GrpcClients::subscribe).orElse(0) / nodes);
    return content;
  }

  /** The same demand with another skew. */
  Demand skewed(double other) {
    return new Demand(nodes, costs, fixed, each, callsEach, keptEach, other);
  }

  /** Cores at reference speed for all nodes together, without collections. */
  double cores(double instances) {
    return (sum(fixed, costs::number) + instances * sum(each, costs::number)) / MILLIS;
  }

  private static double sum(Map<Cost, Double> amounts, ToDoubleFunction<Cost> price) {
    return amounts.entrySet().stream()
        .mapToDouble(part -> part.getValue() * price.applyAsDouble(part.getKey()))
        .sum();
  }

  /** Live bytes on a node. */
  double live(double instances) {
    return costs.of(Cost.HEAP_BASE) + instances * sum(keptEach, costs::of);
  }

  /**
   * Utilization of the busiest node: 1 when all its processors are busy; infinite when the heap is
   * full.
   *
   * @param size with the number of nodes of this demand
   */
  double utilisation(double instances, ClusterSize size) {
    if (size.nodes() != nodes) {
      throw new IllegalArgumentException(size + " for the work of " + nodes);
    }
    Heap heap = new Heap(size.heapBytes(), costs, size.speed());
    heap.look((long) live(instances));
    double demand =
        instances * callsEach * heap.garbageOfCall() * costs.number(Cost.GARBAGE_CALL) / MILLIS;
    double collecting = Math.min(demand, costs.number(Cost.GARBAGE_MOST) * nodes * size.speed());
    return heap.full()
        ? Double.POSITIVE_INFINITY
        : (cores(instances) + collecting) * skew / size.referenceCores();
  }

  /** The most instances at which no node exceeds a utilization; 0 when there are none. */
  int capacity(ClusterSize size, double busy) {
    int low = 0;
    for (int step = Integer.highestOneBit(MOST); step > 0; step >>= 1) {
      int next = low + step;
      low = next < MOST && utilisation(next, size) <= busy ? next : low;
    }
    return low;
  }
}
