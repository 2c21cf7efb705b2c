package dev.nacoscapacity.chaos.checker;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.reports.experiment.Experiment.Fault;
import dev.nacoscapacity.reports.experiment.Experiment.Hypothesis;
import dev.nacoscapacity.reports.experiment.Experiment.Loss;
import dev.nacoscapacity.reports.experiment.Experiment.Rejoin;
import dev.nacoscapacity.reports.stats.RegistryCount;
import dev.nacoscapacity.reports.stats.RegistryStats;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Counts instances that the registry lost although their clients kept beating. A broken node is
 * left out until it shows the same fleet as the other nodes: a node that restarts empty is no loss
 * while the other nodes still have the instances. A node that was only partitioned from other nodes
 * always counts: it keeps its data, and its clients rely on it.
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
    List<Second> seconds = history.after(history.firstFault());
    Second before = last(history.between(0, history.firstFault()), seconds);
    for (Second second : seconds) {
      boolean wrong = false;
      for (Map.Entry<String, RegistryStats> node : second.registry().entrySet()) {
        RegistryStats listed = node.getValue();
        unknownInstanceBeats += listed.count(RegistryCount.UNKNOWN_INSTANCE_BEATS);
        if (history.out(node.getKey(), second.at())
            || cold(history, rejoins, node.getKey(), second.at())) {
          continue;
        }
        long drops = listed.count(RegistryCount.DROPS);
        dropped.merge(node.getKey(), drops, Long::sum);
        wrong |=
            drops > 0
                || exceeds(listed, RegistryCount.MISSING, hypothesis)
                || exceeds(listed, RegistryCount.UNHEALTHY, hypothesis);
      }
      away = wrong ? away + second.at() - before.at() : 0;
      longestAway = Math.max(longestAway, away);
      before = second;
    }
    // Every node that drops an instance counts the drop, so the worst node is used.
    long worst = dropped.values().stream().mapToLong(Long::longValue).max().orElse(0);
    return new Loss(worst, unknownInstanceBeats, worst == 0 ? 0 : longestAway);
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
