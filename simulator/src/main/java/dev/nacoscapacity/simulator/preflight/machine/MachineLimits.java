package dev.nacoscapacity.simulator.preflight.machine;

import static dev.nacoscapacity.simulator.preflight.machine.KernelFile.at;
import static dev.nacoscapacity.simulator.preflight.machine.KernelFile.number;
import static dev.nacoscapacity.simulator.preflight.machine.KernelFile.wordsAfter;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * The limits of this machine and process. What cannot be read, on a system without {@code /proc} or
 * in a container that hides a file, is empty.
 *
 * @param openFiles the soft limit of descriptors; HotSpot raises it to the hard one by itself
 * @param openFilesHard the hard limit
 * @param mayRaiseHard whether this process has CAP_SYS_RESOURCE
 * @param localPorts how many ports the kernel hands out to outgoing connections
 * @param somaxconn cap of a listening socket's queue
 * @param synBacklog cap of a listening socket's half-open connections
 * @param conntrackLeft connections that the firewall can still track; empty where it tracks none
 * @param conntrackMax connections that the firewall can track at all
 * @param portReuse {@code tcp_tw_reuse}: 0 never, 1 always, 2 on loopback
 * @param cores as the JVM sees them, a cgroup's quota included
 * @param memoryAvailable bytes without swapping, a cgroup's limit included
 * @param heapMax the JVM's -Xmx in bytes
 */
record MachineLimits(
    OptionalLong openFiles,
    OptionalLong openFilesHard,
    boolean mayRaiseHard,
    OptionalLong localPorts,
    OptionalLong somaxconn,
    OptionalLong synBacklog,
    OptionalLong conntrackLeft,
    OptionalLong conntrackMax,
    OptionalLong portReuse,
    int cores,
    OptionalLong memoryAvailable,
    long heapMax) {

  private static final int CAP_SYS_RESOURCE = 24;

  static MachineLimits read(Path proc, Path sys, int cores, long heapMax) {
    Path net = proc.resolve("sys/net");
    List<String> openFiles = wordsAfter(proc.resolve("self/limits"), "Max open files");
    List<String> ports = wordsAfter(net.resolve("ipv4/ip_local_port_range"), "");
    OptionalLong tracked = number(net.resolve("netfilter/nf_conntrack_max"));
    return new MachineLimits(
        at(openFiles, 0),
        at(openFiles, 1),
        hasCapability(wordsAfter(proc.resolve("self/status"), "CapEff:")),
        minus(at(ports, 1), minus(at(ports, 0), OptionalLong.of(1))),
        number(net.resolve("core/somaxconn")),
        number(net.resolve("ipv4/tcp_max_syn_backlog")),
        minus(tracked, number(net.resolve("netfilter/nf_conntrack_count"))),
        tracked,
        number(net.resolve("ipv4/tcp_tw_reuse")),
        cores,
        Memory.available(proc, sys),
        heapMax);
  }

  /** Whether the ports of closed connections may be used again before their minute is over. */
  boolean reusesPorts(boolean loopback) {
    long reuse = portReuse.orElse(0);
    return reuse == 1 || reuse == 2 && loopback;
  }

  private static boolean hasCapability(List<String> mask) {
    return !mask.isEmpty() && new BigInteger(mask.get(0), 16).testBit(CAP_SYS_RESOURCE);
  }

  private static OptionalLong minus(OptionalLong from, OptionalLong what) {
    return from.isPresent() && what.isPresent()
        ? OptionalLong.of(from.getAsLong() - what.getAsLong())
        : OptionalLong.empty();
  }
}
