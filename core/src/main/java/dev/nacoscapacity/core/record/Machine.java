package dev.nacoscapacity.core.record;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The machine of the generator.
 *
 * @param cores processors the generator may use
 * @param memoryBytes physical memory
 * @param os name and version
 * @param java runtime version
 * @param limits by name, for example {@code openFiles}, {@code localPorts}, {@code backlog}
 * @param clock how far its clock is from the registry's; absent where nothing told it
 */
@RecordBuilder
public record Machine(
    int cores, long memoryBytes, String os, String java, Map<String, Long> limits, Clock clock)
    implements MachineBuilder.With {

  /**
   * The clock of the registry's first node, seen from this machine.
   *
   * @param offsetMs what to add to a moment of this machine's clock to get that of the node's
   * @param uncertaintyMs how much more or less it may be
   */
  public record Clock(double offsetMs, double uncertaintyMs) {

    /** What a clock reads that ticks each millisecond is up to so much less than its time. */
    private static final double TICK_MS = 1;

    /**
     * Measures it by a question to the node.
     *
     * @param sent when it was asked, by this machine's clock
     * @param told what the node's clock said, to a millisecond
     * @param received when the answer was there, by this machine's clock
     */
    public static Clock of(Instant sent, Instant told, Instant received) {
      double least = Duration.between(received, told).toNanos() / 1e6;
      double most = Duration.between(sent, told).toNanos() / 1e6 + TICK_MS;
      return new Clock((least + most) / 2, (most - least) / 2);
    }
  }

  public Machine {
    limits = limits == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(limits));
  }

  /** A machine whose clock was held against no other. */
  public Machine(int cores, long memoryBytes, String os, String java, Map<String, Long> limits) {
    this(cores, memoryBytes, os, java, limits, null);
  }
}
