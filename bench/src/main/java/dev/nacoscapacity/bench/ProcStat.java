package dev.nacoscapacity.bench;

/** Reads {@code /proc/PID/stat} and {@code status}, whose fields proc(5) describes. */
final class ProcStat {

  /** Of the kernel's USER_HZ, which is 100 on every platform that a JVM with epoll runs on. */
  private static final double TICKS_PER_SECOND = 100;

  private static final int USER_TIME = 11;
  private static final int SYSTEM_TIME = 12;

  private ProcStat() {}

  /** {@code VmRSS} of {@code /proc/PID/status}. */
  static long residentKib(String status) {
    return status
        .lines()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow(() -> new BenchException("no VmRSS in /proc/PID/status"));
  }

  /** User and system seconds of all threads of the process, ended ones included. */
  static double cpuSeconds(String stat) {
    // The command's name, in parentheses, may itself hold spaces and parentheses.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    long ticks = Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]);
    return ticks / TICKS_PER_SECOND;
  }
}
