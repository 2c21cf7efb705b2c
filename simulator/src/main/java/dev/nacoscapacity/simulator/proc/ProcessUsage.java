package dev.nacoscapacity.simulator.proc;

import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Resource usage of a process on this machine. */
public final class ProcessUsage {

  private static final int KIBI = 1024;
  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s*(\\d+) kB");

  private final ProcFile file = new ProcFile();
  private final Path process;

  /**
   * @param proc where the proc file system is mounted
   */
  public ProcessUsage(Path proc, long pid) {
    this(proc.resolve(Long.toString(pid)));
  }

  /**
   * @param process the process's folder in {@code /proc}
   */
  ProcessUsage(Path process) {
    this.process = process;
  }

  /**
   * User and system seconds of all threads, including ended ones; zero once the process has ended.
   */
  public double cpuSeconds() {
    return CpuStat.parse(file.read(process.resolve("stat").toFile()))
        .map(stat -> CpuStat.seconds(stat.ticks()))
        .orElse(0.0);
  }

  /** Live threads; 0 once the process has ended. */
  public int threads() {
    return ProcFile.threads(process).length;
  }

  /** Resident memory in bytes; empty once the process has ended. */
  public OptionalLong residentBytes() {
    String status = file.read(process.resolve("status").toFile());
    Matcher matcher = RESIDENT.matcher(status);
    return matcher.find()
        ? OptionalLong.of(Long.parseLong(matcher.group(1)) * KIBI)
        : OptionalLong.empty();
  }
}
