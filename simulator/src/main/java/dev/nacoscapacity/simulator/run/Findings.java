package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.reports.record.Generator;
import dev.nacoscapacity.reports.record.OperationResult;
import dev.nacoscapacity.reports.record.Registry;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.observe.proc.GeneratorUsage;
import dev.nacoscapacity.simulator.verify.Extremes;
import dev.nacoscapacity.simulator.verify.RegistrySummary;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Puts what a run found into the words of its record. */
final class Findings {

  private Findings() {}

  static Map<String, OperationResult> operations(Tally judged) {
    Map<String, OperationResult> operations = new LinkedHashMap<>();
    for (var operation : dev.nacoscapacity.simulator.client.Operation.values()) {
      Tally.Counts counts = judged.of(operation);
      if (counts.required() > 0) {
        operations.put(
            operation.label(),
            OperationResult.ofMicros(
                counts.required(),
                counts.ok(),
                counts.failed(),
                counts.missed(),
                counts.rerouted(),
                counts.latency(),
                counts.retries(),
                counts.poolWait(),
                counts.service()));
      }
    }
    return operations;
  }

  static Registry registry(
      RegistrySummary summary,
      int[] ghosts,
      boolean complete,
      Integer unswept,
      List<String> nodes) {
    Map<String, Registry.Counts> byNode = new LinkedHashMap<>();
    for (int node = 0; node < nodes.size(); node++) {
      byNode.put(nodes.get(node), counts(summary.byNode().get(node), ghosts[node]));
    }
    int worstGhosts = Arrays.stream(ghosts).max().orElse(0);
    return new Registry(
        counts(summary.worst(), worstGhosts),
        Registry.BeatGap.ofMicros(summary.beatGaps()),
        complete,
        unswept,
        summary.keptBeatingYetDropped(),
        summary.neverAppeared(),
        byNode);
  }

  private static Long known(Integer count) {
    return count == null ? null : Long.valueOf(count);
  }

  private static Registry.Counts counts(Extremes extremes, int ghosts) {
    return new Registry.Counts(
        extremes.expected(),
        known(extremes.presentMin()),
        known(extremes.healthyMin()),
        extremes.missingMax(),
        extremes.unhealthyMax(),
        extremes.lost(),
        Math.max(extremes.ghostMax(), ghosts),
        extremes.divergentMax(),
        extremes.unknownMax());
  }

  /**
   * What the load cost the generator, in the judged window.
   *
   * @param shortages of the whole run: what could not be registered for want of a descriptor is
   *     missing from the window, too
   */
  static Generator generator(
      Tally judged,
      Set<String> shortages,
      GeneratorUsage.Summary usage,
      double bytesPerInstance,
      Double connectionBytes,
      Generator.Connections connections,
      boolean heldByLag) {
    long requests = 0;
    Set<String> limitedBy = new TreeSet<>();
    shortages.forEach(
        shortage -> limitedBy.add(shortage.equals(Driver.NO_PORT) ? "ports" : "descriptors"));
    if (heldByLag) {
      limitedBy.add(Generator.PROCESSOR_TIME);
    }
    for (var operation : dev.nacoscapacity.simulator.client.Operation.values()) {
      Tally.Counts counts = judged.of(operation);
      if (operation != dev.nacoscapacity.simulator.client.Operation.PUSH) {
        requests += counts.ok() + counts.failedTotal();
      }
    }
    double cpu = usage.generatorCpuSeconds();
    return new Generator(
        1,
        cpu,
        usage.standInCpuSeconds() > 0 ? usage.standInCpuSeconds() : null,
        usage.jitCpuSeconds(),
        usage.gcCpuSeconds(),
        requests,
        cpu > 0 ? requests / cpu : 0,
        usage.residentMaxBytes(),
        usage.heapMaxBytes(),
        bytesPerInstance,
        connectionBytes,
        connections,
        usage.gcPauses(),
        judged.lag().getTotalCount() == 0 ? null : Generator.Lag.ofMicros(judged.lag()),
        List.copyOf(limitedBy));
  }
}
