package dev.nacoscapacity.reports.record;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How the nodes of a cluster of ours were set up, as far as it differs from what the tool does
 * anyway.
 *
 * @param heap the largest heap of a node, as in {@code -Xmx}
 * @param settings lines of {@code application.properties}, sorted by name; in place of a secret
 *     stands {@code hidden}
 * @param jvmArgs arguments of a node's JVM; none holds a secret
 * @param nodeCpus how many of the machine's processors each node may use; null for all
 * @param machines how many modelled machines the nodes share in turn; null where they do not share
 */
public record Setup(
    String heap,
    Map<String, String> settings,
    List<String> jvmArgs,
    Double nodeCpus,
    Integer machines) {

  public Setup {
    settings = Collections.unmodifiableMap(new TreeMap<>(settings));
    jvmArgs = List.copyOf(jvmArgs);
  }

  /** Of nodes on this machine. */
  public Setup(String heap, Map<String, String> settings, List<String> jvmArgs, Double nodeCpus) {
    this(heap, settings, jvmArgs, nodeCpus, null);
  }

  /** The largest heap of a node in MB of 2^20 bytes. */
  public long heapMegabytes() {
    long number = Long.parseLong(heap.substring(0, heap.length() - 1));
    return heap.matches(".*[gG]") ? number * 1024 : number;
  }
}
