package dev.nacoscapacity.reports.record;

/**
 * What one node used in the judged window. Null means unknown.
 *
 * @param cores processors of the node's machine
 * @param cpuShareMax most CPU seconds used in one second: 1.0 is one core, busy throughout
 * @param gcMs time spent in garbage collection
 * @param jitMs wall-clock time of the JVM's JIT compilations
 */
public record Server(
    Integer cores,
    Double userCpuSeconds,
    Double systemCpuSeconds,
    Double cpuShareMax,
    Integer threadsMax,
    Long heapMaxBytes,
    Long gcMs,
    Long jitMs,
    Integer connectionsMax) {

  /** User and system CPU seconds, or 0 when unknown. */
  public double cpuSeconds() {
    return (userCpuSeconds == null ? 0 : userCpuSeconds)
        + (systemCpuSeconds == null ? 0 : systemCpuSeconds);
  }
}
