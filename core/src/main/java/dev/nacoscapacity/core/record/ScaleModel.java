package dev.nacoscapacity.core.record;

import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.NumberText;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;

/**
 * A cluster on this machine whose time ran slower than the wall's, so that its nodes had the
 * processors of larger machines.
 *
 * @param dilation how many times slower than the wall's its time ran, above 1
 * @param nodeCores processors of each node's machine
 * @param machineCores processors of this machine, which nodes and generator shared
 * @param wallSeconds how long the run took by the wall, without the run that warmed the nodes
 * @param fidelity what passed in the measurement window; absent when not all of it is known
 */
@RecordBuilder
public record ScaleModel(
    double dilation, double nodeCores, int machineCores, double wallSeconds, Fidelity fidelity)
    implements ScaleModelBuilder.With {

  /**
   * Whether the nodes behaved as on machines of their own. Times are the cluster's.
   *
   * @param busyShare of this machine's processor time, 0 to 1, without what was stolen
   * @param rampBusyShare the same in the ramp, where nodes may lose instances, too
   * @param stolenShare of this machine's processor time that its host gave to other guests, 0 to 1
   * @param dilationNeeded the dilation that would have sufficed for this load, at least 1; more
   *     than 1.4 times the actual one is not seen
   * @param waitingMs how long the nodes' threads waited for a processor for each CPU second that
   *     they used, in ms. What a node waits for at its own quota is left out, and so is what
   *     threads would wait for one another on a machine of so many cores
   * @param busiestThread of all nodes, without the JVM's own, which no system call holds back
   * @param driftShare how far a node's own clock and the generator's moved apart, as a share of the
   *     time that passed; the largest of all nodes
   */
  @RecordBuilder
  public record Fidelity(
      double busyShare,
      double rampBusyShare,
      double stolenShare,
      double dilationNeeded,
      double waitingMs,
      BusiestThread busiestThread,
      double driftShare)
      implements ScaleModelFidelityBuilder.With {

    /** The worse of each figure. */
    public Fidelity and(Fidelity other) {
      return new Fidelity(
          Math.max(busyShare, other.busyShare),
          Math.max(rampBusyShare, other.rampBusyShare),
          Math.max(stolenShare, other.stolenShare),
          Math.max(dilationNeeded, other.dilationNeeded),
          Math.max(waitingMs, other.waitingMs),
          busiestThread.cores < other.busiestThread.cores ? other.busiestThread : busiestThread,
          Math.max(driftShare, other.driftShare));
    }
  }

  /**
   * The thread that computed most.
   *
   * @param name shortened by the kernel to 15 bytes
   * @param cores CPU seconds in a second of the cluster's time: a processor does 1
   */
  public record BusiestThread(String node, String name, double cores) {}

  /** That a run's durations are not the wall's, and what passed by the wall. */
  public Message times() {
    return Message.of("scaleModel.times", Arguments.with("wall", NumberText.time(wallSeconds)));
  }

  /** What runs as fast as in real time, and so looks faster than it is. */
  public static Message unscaled() {
    return Message.of("scaleModel.unscaled");
  }

  /** The fidelity, where it is known. */
  public Optional<Fidelity> known() {
    return Optional.ofNullable(fidelity);
  }

  /** The same cluster as two shards of a fleet saw it: unknown when one of them does not know. */
  public ScaleModel and(ScaleModel other) {
    return with()
        .wallSeconds(Math.max(wallSeconds, other.wallSeconds))
        .fidelity(known().flatMap(own -> other.known().map(own::and)).orElse(null))
        .build();
  }
}
