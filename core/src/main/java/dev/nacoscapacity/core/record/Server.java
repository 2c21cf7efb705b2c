package dev.nacoscapacity.core.record;

/**
 * The resources that one node used in the measurement window. Null means unknown.
 *
 * @param sharesProcessOf the node whose process this node shares, as nodes of a stand-in may. The
 *     resources of the process count once, at that node, and are unknown for this one. Null for a
 *     node with a process of its own, or the first node in a process
 * @param cores processors of the node's machine, as many as the node may use
 * @param generatorApart whether the load generator may use processors of the node's machine that
 *     the node itself may not use; null for a node on another machine
 * @param cpuShareMax highest CPU seconds in one second: 1.0 is one busy core
 * @param gcMs time spent in garbage collection
 * @param jitMs CPU time of the JVM's JIT compilers
 */
public record Server(
    String sharesProcessOf,
    Integer cores,
    Boolean generatorApart,
    Double userCpuSeconds,
    Double systemCpuSeconds,
    Double cpuShareMax,
    Integer threadsMax,
    Long heapMaxBytes,
    Long gcMs,
    Long jitMs,
    Integer connectionsMax) {

  /**
   * Whether {@link #cpuSeconds} is known: a node that shares a process is counted at another node.
   */
  public boolean knowsCpu() {
    return userCpuSeconds != null || sharesProcessOf != null;
  }

  /** User and system CPU seconds, or 0 when unknown. */
  public double cpuSeconds() {
    return (userCpuSeconds == null ? 0 : userCpuSeconds)
        + (systemCpuSeconds == null ? 0 : systemCpuSeconds);
  }

  /** CPU seconds without the time of the JIT compilers, if that time is known. */
  public double warmCpuSeconds() {
    return cpuSeconds() - (jitMs == null ? 0 : jitMs / 1e3);
  }
}
