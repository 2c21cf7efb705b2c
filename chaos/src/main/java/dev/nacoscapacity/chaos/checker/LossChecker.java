package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.core.experiment.Experiment.Fault;
import dev.nacoscapacity.core.experiment.Experiment.Hypothesis;
import dev.nacoscapacity.core.experiment.Experiment.Loss;
import dev.nacoscapacity.core.experiment.Experiment.Rejoin;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

  private final History history;
  private final List<Rejoin> rejoins;
  private final Hypothesis hypothesis;

  private final Map<String, Long> dropped = new HashMap<>();
  private final CommonDrops droppedByAll = new CommonDrops();
  private long unknownInstanceBeats;

  /** The counting nodes that were seen to lack instances, and not yet to list them again. */
  private final Set<String> lacking = new HashSet<>();

  /** How long something has been lacking without a break, in seconds. */
  private double away;

  private double longestAway;

  private LossChecker(History history, List<Rejoin> rejoins, Hypothesis hypothesis) {
    this.history = history;
    this.rejoins = rejoins;
    this.hypothesis = hypothesis;
  }

  static Loss check(History history, List<Rejoin> rejoins, Hypothesis hypothesis) {
    LossChecker checker = new LossChecker(history, rejoins, hypothesis);
    List<TrialSecond> seconds = history.after(history.firstIntent());
    TrialSecond before = last(history.between(0, history.firstIntent()), seconds);
    for (TrialSecond second : seconds) {
      checker.count(second, before.at());
      before = second;
    }
    return checker.loss();
  }

  private static TrialSecond last(List<TrialSecond> earlier, List<TrialSecond> otherwise) {
    return earlier.isEmpty() ? otherwise.get(0) : earlier.get(earlier.size() - 1);
  }

  /**
   * @param before when the second before was
   */
  private void count(TrialSecond second, double before) {
    unknownInstanceBeats +=
        second.registry().values().stream()
            .mapToLong(listed -> listed.count(RegistryCount.UNKNOWN_INSTANCE_BEATS))
            .sum();
    Map<String, RegistryStats> answering = new HashMap<>(second.registry());
    answering.keySet().removeIf(node -> history.out(node, second.at()));
    Map<String, RegistryStats> counting = new HashMap<>(answering);
    counting.keySet().removeIf(node -> cold(node, second.at()));
    lacking.retainAll(counting.keySet());
    counting.forEach(this::count);
    boolean everywhere = counting.isEmpty() && answering.values().stream().allMatch(this::lacks);
    droppedByAll.second(everywhere ? answering : Map.of());
    boolean wrong = !lacking.isEmpty() || droppedByAll.now > 0;
    away = wrong ? away + second.at() - before : 0;
    longestAway = Math.max(longestAway, away);
  }

  private void count(String node, RegistryStats listed) {
    dropped.merge(node, listed.count(RegistryCount.DROPS), Long::sum);
    if (lacks(listed)) {
      lacking.add(node);
    } else if (listed.count(RegistryCount.UNKNOWN) == 0) {
      // An absence ends when the node is seen to list the instances again.
      lacking.remove(node);
    }
  }

  private Loss loss() {
    // Every node that drops an instance counts the drop, so the worst node is used.
    long worst =
        dropped.values().stream().mapToLong(Long::longValue).max().orElse(0) + droppedByAll.sum;
    return new Loss(worst, unknownInstanceBeats, worst == 0 ? 0 : longestAway);
  }

  private boolean lacks(RegistryStats listed) {
    return listed.count(RegistryCount.DROPS) > 0
        || exceeds(listed, RegistryCount.MISSING)
        || exceeds(listed, RegistryCount.UNHEALTHY);
  }

  /** What the criteria accept on a node is not part of a loss, and would make it seem endless. */
  private boolean exceeds(RegistryStats listed, RegistryCount figure) {
    return listed.count(figure) > hypothesis.accepted(figure);
  }

  /** Whether a broken node has not shown the same fleet as the others since. */
  private boolean cold(String node, double at) {
    return history.faults().stream()
        .filter(fault -> fault.node().equals(node) && at >= fault.intentAt())
        .filter(fault -> History.kind(fault) != FaultKind.PARTITION)
        .anyMatch(fault -> at <= equalAt(fault));
  }

  /** A node that is broken twice has two rejoins. */
  private double equalAt(Fault fault) {
    int number = history.healed().indexOf(fault);
    Double seconds = number < 0 ? null : rejoins.get(number).equalSeconds();
    return seconds == null ? Double.MAX_VALUE : fault.healAt() + seconds;
  }

  /** What all nodes have dropped in a stretch of seconds; nodes notice one loss at other times. */
  private static final class CommonDrops {

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
}
