package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.reports.experiment.Experiment.Fault;
import dev.nacoscapacity.reports.experiment.Experiment.Hypothesis;
import dev.nacoscapacity.reports.experiment.Experiment.Loss;
import dev.nacoscapacity.reports.experiment.Experiment.Rejoin;
import dev.nacoscapacity.reports.stats.RegistryCount;
import dev.nacoscapacity.reports.stats.RegistryStats;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Counts instances that the registry lost although their clients kept beating. A broken node is
 * left out until it shows the same fleet as the other nodes: a node that restarts empty is no loss
 * while the other nodes still have the instances. A node that was only partitioned from other nodes
 * always counts: it keeps its data, and its clients rely on it. While that leaves no node to count,
 * what all nodes in service drop in seconds in which all of them lack something is a loss: none of
 * them still has those instances.
 *
 * <p>Nacos 1.x does lose instances: the owner of a service is chosen by the hash of its name among
 * the nodes that are UP ({@code DistroMapper}), so most services change their owner whenever a node
 * dies or returns. The new owner uses the beat times of its copy, which are as old as the last
 * change of the service ({@code ClientBeatCheckTask}).
 */
final class LossChecker {

  private LossChecker() {}

  static Loss check(History history, List<Rejoin> rejoins, Hypothesis hypothesis) {
    Map<String, Long> dropped = new HashMap<>();
    long unknownInstanceBeats = 0;
    double away = 0;
    double longestAway = 0;
    Set<String> lacking = new HashSet<>();
    DroppedByAll droppedByAll = new DroppedByAll();
    List<Second> seconds = history.after(history.firstFault());
    Second before = last(history.between(0, history.firstFault()), seconds);
    for (Second second : seconds) {
      for (RegistryStats listed : second.registry().values()) {
        unknownInstanceBeats += listed.count(RegistryCount.UNKNOWN_INSTANCE_BEATS);
      }
      Map<String, RegistryStats> answering = new HashMap<>(second.registry());
      answering.keySet().removeIf(node -> history.out(node, second.at()));
      Map<String, RegistryStats> counting = new HashMap<>(answering);
      counting.keySet().removeIf(node -> cold(history, rejoins, node, second.at()));
      lacking.retainAll(counting.keySet());
      counting.forEach(
          (node, listed) -> {
            dropped.merge(node, listed.count(RegistryCount.DROPS), Long::sum);
            if (lacks(listed, hypothesis)) {
              lacking.add(node);
            } else if (listed.count(RegistryCount.UNKNOWN) == 0) {
              // An absence ends when the node is seen to list the instances again.
              lacking.remove(node);
            }
          });
      boolean everywhere =
          counting.isEmpty()
              && answering.values().stream().allMatch(listed -> lacks(listed, hypothesis));
      droppedByAll.second(everywhere ? answering : Map.of());
      boolean wrong = !lacking.isEmpty() || droppedByAll.now > 0;
      away = wrong ? away + second.at() - before.at() : 0;
      longestAway = Math.max(longestAway, away);
      before = second;
    }
    // Every node that drops an instance counts the drop, so the worst node is used.
    long worst =
        dropped.values().stream().mapToLong(Long::longValue).max().orElse(0) + droppedByAll.sum;
    return new Loss(worst, unknownInstanceBeats, worst == 0 ? 0 : longestAway);
  }

  /** What all nodes have dropped in a stretch of seconds; nodes notice one loss at other times. */
  private static final class DroppedByAll {

    private final Map<String, Long> stretch = new HashMap<>();

    /** In the stretch. */
    private long now;

    /** In all stretches. */
    private long sum;

    /**
     * @param nodes of another second of the stretch; none end it
     */
    void second(Map<String, RegistryStats> nodes) {
      if (nodes.isEmpty()) {
        stretch.clear();
        now = 0;
        return;
      }
      nodes.forEach(
          (node, listed) -> stretch.merge(node, listed.count(RegistryCount.DROPS), Long::sum));
      long all = nodes.keySet().stream().mapToLong(stretch::get).min().orElse(0);
      sum += Math.max(0, all - now);
      now = Math.max(now, all);
    }
  }

  private static boolean lacks(RegistryStats listed, Hypothesis hypothesis) {
    return listed.count(RegistryCount.DROPS) > 0
        || exceeds(listed, RegistryCount.MISSING, hypothesis)
        || exceeds(listed, RegistryCount.UNHEALTHY, hypothesis);
  }

  /** What the criteria accept on a node is not part of a loss, and would make it seem endless. */
  private static boolean exceeds(
      RegistryStats listed, RegistryCount figure, Hypothesis hypothesis) {
    return listed.count(figure) > hypothesis.accepted(figure);
  }

  private static Second last(List<Second> earlier, List<Second> otherwise) {
    return earlier.isEmpty() ? otherwise.get(0) : earlier.get(earlier.size() - 1);
  }

  private static boolean cold(History history, List<Rejoin> rejoins, String node, double at) {
    Set<Fault> faults =
        history.faults().stream()
            .filter(fault -> fault.node().equals(node) && at >= fault.signalAt())
            .filter(fault -> History.kind(fault) != FaultKind.PARTITION)
            .collect(Collectors.toSet());
    return faults.stream().anyMatch(fault -> at <= equalAt(history, rejoins, fault));
  }

  /** A node that is broken twice has two rejoins. */
  private static double equalAt(History history, List<Rejoin> rejoins, Fault fault) {
    int number = history.healed().indexOf(fault);
    Double seconds = number < 0 ? null : rejoins.get(number).equalSeconds();
    return seconds == null ? Double.MAX_VALUE : fault.healAt() + seconds;
  }
}
