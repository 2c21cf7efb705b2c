package dev.nacoscapacity.core.record;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Set-up of the nodes of a cluster that the tool started, where it differs from the tool's
 * defaults.
 *
 * @param heap the largest heap of a node, as in {@code -Xmx}
 * @param settings lines of {@code application.properties}, sorted by name; a secret is replaced by
 *     {@code hidden}
 * @param jvmArgs arguments of a node's JVM; none holds a secret
 * @param nodeCores how many of the machine's processors each node may use; absent for all
 * @param machines number of modelled machines that the nodes share round-robin; absent when they
 *     share none
 * @param dilation how many times slower than the wall's the nodes' time ran, above 1; absent in
 *     real time
 */
public record Setup(
    String heap,
    Map<String, String> settings,
    List<String> jvmArgs,
    Double nodeCores,
    Integer machines,
    Double dilation) {

  public Setup {
    settings = Collections.unmodifiableMap(new TreeMap<>(settings));
    jvmArgs = List.copyOf(jvmArgs);
  }

  /** The set-up of nodes on this machine. */
  public Setup(String heap, Map<String, String> settings, List<String> jvmArgs, Double nodeCores) {
    this(heap, settings, jvmArgs, nodeCores, null);
  }

  /** The set-up of nodes in real time. */
  public Setup(
      String heap,
      Map<String, String> settings,
      List<String> jvmArgs,
      Double nodeCores,
      Integer machines) {
    this(heap, settings, jvmArgs, nodeCores, machines, null);
  }

  /** The same nodes in a time that runs so many times slower than the wall's. */
  public Setup withDilation(double slower) {
    return new Setup(heap, settings, jvmArgs, nodeCores, machines, slower);
  }

  /** The largest heap of a node in MB of 2^20 bytes. */
  public long heapMegabytes() {
    long number = Long.parseLong(heap.substring(0, heap.length() - 1));
    return heap.matches(".*[gG]") ? number * 1024 : number;
  }
}
