package dev.nacoscapacity.core.record;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * The resources that one node used in the measurement window. What is unknown is absent.
 *
 * @param sharesProcessOf the node whose process this node shares, as nodes of a stand-in may. The
 *     resources of the process count once, at that node, and are unknown for this one. Absent for a
 *     node with a process of its own, or the first node in a process
 * @param cores processors of the node's machine, as many as the node may use
 * @param generatorApart whether the load generator may use processors of the node's machine that
 *     the node itself may not use; absent for a node on another machine
 * @param gcMs time spent in garbage collection
 * @param jitMs CPU time of the JVM's JIT compilers
 */
@RecordBuilder
public record Server(
    String sharesProcessOf,
    Integer cores,
    Boolean generatorApart,
    @JsonUnwrapped Cpu cpu,
    Integer threadsMax,
    Long heapMaxBytes,
    Long gcMs,
    Long jitMs,
    Integer connectionsMax)
    implements ServerBuilder.With {

  /**
   * The processor time of a node.
   *
   * @param cpuShareMax highest CPU seconds in one second: 1.0 is one busy core
   */
  public record Cpu(Double userCpuSeconds, Double systemCpuSeconds, Double cpuShareMax) {}

  /** A node that shares the process of another one. */
  public static Server within(String process, Integer cores, Integer connectionsMax) {
    Cpu unknown = new Cpu(null, null, null);
    return new Server(process, cores, null, unknown, null, null, null, null, connectionsMax);
  }

  /** Whether its CPU time is known, other than at the node whose process this one shares. */
  public boolean measuredCpu() {
    return cpu.userCpuSeconds != null;
  }

  /**
   * Whether {@link #cpuSeconds} is known: a node that shares a process is counted at another node.
   */
  public boolean knowsCpu() {
    return measuredCpu() || sharesProcessOf != null;
  }

  /** User and system CPU seconds, or 0 when unknown. */
  public double cpuSeconds() {
    return (cpu.userCpuSeconds == null ? 0 : cpu.userCpuSeconds)
        + (cpu.systemCpuSeconds == null ? 0 : cpu.systemCpuSeconds);
  }
}
