package dev.nacoscapacity.reports.record;

/**
 * What one node used in the measurement window. Null means unknown.
 *
 * @param sharesProcessOf the node in whose process this one runs, as the nodes of a stand-in may:
 *     what the process uses counts once, at that node, and is unknown of this one by itself. Null
 *     for a node with a process of its own, or the first in it
 * @param cores processors of the node's machine, as many as the node may use
 * @param generatorApart whether the load generator may use processors of the node's machine that
 *     the node may not; null for a node on another machine
 * @param cpuShareMax most CPU seconds used in one second: 1.0 is one core, busy throughout
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

  /** A node with a process of its own. */
  public Server(
      Integer cores,
      Double userCpuSeconds,
      Double systemCpuSeconds,
      Double cpuShareMax,
      Integer threadsMax,
      Long heapMaxBytes,
      Long gcMs,
      Long jitMs,
      Integer connectionsMax) {
    this(
        null,
        cores,
        null,
        userCpuSeconds,
        systemCpuSeconds,
        cpuShareMax,
        threadsMax,
        heapMaxBytes,
        gcMs,
        jitMs,
        connectionsMax);
  }

  /** Whether {@link #cpuSeconds} holds all that it used; elsewhere counts what a process shares. */
  public boolean knowsCpu() {
    return userCpuSeconds != null || sharesProcessOf != null;
  }

  /** User and system CPU seconds, or 0 when unknown. */
  public double cpuSeconds() {
    return (userCpuSeconds == null ? 0 : userCpuSeconds)
        + (systemCpuSeconds == null ? 0 : systemCpuSeconds);
  }

  /** The same without its JIT compilers, as far as it is known what these took. */
  public double warmCpuSeconds() {
    return cpuSeconds() - (jitMs == null ? 0 : jitMs / 1e3);
  }
}
