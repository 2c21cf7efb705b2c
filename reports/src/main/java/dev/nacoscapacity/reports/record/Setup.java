package dev.nacoscapacity.reports.record;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How the nodes of a cluster of ours were set up, as far as it differs from what the tool does
 * anyway.
 *
 * @param heap the largest heap of a node, as in {@code -Xmx}
 * @param settings lines of {@code application.properties}; a secret one's value is not kept
 * @param jvmArgs arguments of a node's JVM; likewise
 */
public record Setup(String heap, Map<String, String> settings, List<String> jvmArgs) {

  private static final String HIDDEN = "hidden";

  public Setup {
    settings =
        settings.entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    Map.Entry::getKey, line -> secret(line.getKey()) ? HIDDEN : line.getValue()));
    jvmArgs =
        jvmArgs.stream()
            .map(arg -> secret(arg) ? arg.replaceFirst("=.*", "=" + HIDDEN) : arg)
            .toList();
  }

  /** The largest heap of a node in MB of 2^20 bytes. */
  public long heapMegabytes() {
    long number = Long.parseLong(heap.substring(0, heap.length() - 1));
    return heap.matches(".*[gG]") ? number * 1024 : number;
  }

  private static boolean secret(String key) {
    return key.matches("(?i).*(secret|password|identity\\.value).*");
  }
}
