package dev.nacoscapacity.simulator.proc;

import java.util.Optional;

/**
 * The used fields of {@code /proc/PID/stat}, or of a thread's stat file (proc(5)).
 *
 * @param name the command or thread, truncated by the kernel to 15 bytes
 * @param userTicks processor time in user mode, in 1/{@value #TICKS_PER_SECOND} s
 * @param systemTicks processor time in the kernel
 * @param threads of the process
 * @param startTicks start time; distinguishes a process from a later one with the same id
 */
record CpuStat(String name, long userTicks, long systemTicks, int threads, long startTicks) {

  /** USER_HZ, which the kernel keeps at 100 on every architecture that Java runs on. */
  static final int TICKS_PER_SECOND = 100;

  /** Field numbers of proc(5), counted from the state, the first field after the name. */
  private static final int USER = 14 - 3;

  private static final int SYSTEM = 15 - 3;
  private static final int THREADS = 20 - 3;
  private static final int START = 22 - 3;

  /** Parses a stat line; empty when there is none. */
  static Optional<CpuStat> parse(String line) {
    // A name may contain any character, including parentheses.
    int open = line.indexOf('(');
    int close = line.lastIndexOf(')');
    if (open < 0 || close < open) {
      return Optional.empty();
    }
    String[] fields = line.substring(close + 1).strip().split(" ");
    return fields.length <= START
        ? Optional.empty()
        : Optional.of(
            new CpuStat(
                line.substring(open + 1, close),
                Long.parseLong(fields[USER]),
                Long.parseLong(fields[SYSTEM]),
                Integer.parseInt(fields[THREADS]),
                Long.parseLong(fields[START])));
  }

  long ticks() {
    return userTicks + systemTicks;
  }

  static double seconds(long ticks) {
    return (double) ticks / TICKS_PER_SECOND;
  }
}
