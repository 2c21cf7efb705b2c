package dev.nacoscapacity.core.record;

/**
 * Processor time of the generator's machine that neither the nodes nor the generator had, where all
 * of them run on that machine. From the first registration to the sweep, since what was lost before
 * the measurement window is missing in it, too.
 *
 * @param seconds the length of that time
 * @param otherCpuSeconds user and system time of all other programs
 * @param stolenCpuSeconds time that the machine's host gave to other guests, as the kernel counts
 *     it ({@code steal} in proc(5))
 * @param worstShare of the machine's processor time in the worst {@value #WORST_SECONDS} successive
 *     seconds, from 0 to 1: stolen time, and that of other programs while the processors had hardly
 *     any time left
 */
public record Contention(
    double seconds, double otherCpuSeconds, double stolenCpuSeconds, double worstShare) {

  /** Shorter moments hardly move a percentile of a minute. */
  public static final int WORST_SECONDS = 10;
}
