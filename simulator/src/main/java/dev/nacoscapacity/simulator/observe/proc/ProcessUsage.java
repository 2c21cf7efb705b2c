package dev.nacoscapacity.simulator.observe.proc;

import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What another process on this machine takes, whole or by a group of its threads, so that a load
 * and a server in one process are not mixed up.
 */
public final class ProcessUsage {

  private static final int KIBI = 1024;

  private final ProcFile file = new ProcFile();
  private final Path process;

  /**
   * Since a process or its threads began.
   *
   * @param cpuSeconds user and system time
   * @param voluntarySwitches context switches of threads that waited
   * @param involuntarySwitches context switches of threads that had more to do
   */
  public record Usage(double cpuSeconds, long voluntarySwitches, long involuntarySwitches) {

    /** What was used since an earlier reading. */
    public Usage since(Usage before) {
      return new Usage(
          cpuSeconds - before.cpuSeconds,
          voluntarySwitches - before.voluntarySwitches,
          involuntarySwitches - before.involuntarySwitches);
    }

    /** Context switches of both kinds. */
    public long switches() {
      return voluntarySwitches + involuntarySwitches;
    }
  }

  /**
   * @param proc where the proc file system is mounted
   */
  public ProcessUsage(Path proc, long pid) {
    process = proc.resolve(Long.toString(pid));
  }

  /** User and system seconds of all threads, ended ones too; zero once the process has ended. */
  public double cpuSeconds() {
    CpuStat stat = CpuStat.parse(file.read(process.resolve("stat").toFile()));
    return stat == null ? 0 : CpuStat.seconds(stat.ticks());
  }

  /**
   * All threads: the time with that of ended ones, the switches without; zero once it has ended.
   */
  public Usage all() {
    Usage threads = of(name -> true);
    return new Usage(cpuSeconds(), threads.voluntarySwitches(), threads.involuntarySwitches());
  }

  /**
   * The living threads of a group.
   *
   * @param group told by the thread's name, which the kernel cuts to 15 bytes
   */
  public Usage of(Predicate<String> group) {
    long ticks = 0;
    long voluntary = 0;
    long involuntary = 0;
    for (String id : ProcFile.threads(process)) {
      Path thread = process.resolve("task").resolve(id);
      CpuStat stat = CpuStat.parse(file.read(thread.resolve("stat").toFile()));
      String status = file.read(thread.resolve("status").toFile());
      if (stat != null && status != null && group.test(stat.name())) {
        ticks += stat.ticks();
        voluntary += ContextSwitches.voluntary(status);
        involuntary += ContextSwitches.involuntary(status);
      }
    }
    return new Usage(CpuStat.seconds(ticks), voluntary, involuntary);
  }

  /** Threads that live now; 0 once it has ended. */
  public int threads() {
    return ProcFile.threads(process).length;
  }

  /** Resident memory in bytes; empty once it has ended. */
  public OptionalLong residentBytes() {
    return bytes("VmRSS");
  }

  /** The most that was ever resident; empty once it has ended. */
  public OptionalLong peakResidentBytes() {
    return bytes("VmHWM");
  }

  private OptionalLong bytes(String key) {
    String status = file.read(process.resolve("status").toFile());
    Matcher found = Pattern.compile(key + ":\\s*(\\d+) kB").matcher(status == null ? "" : status);
    return found.find()
        ? OptionalLong.of(Long.parseLong(found.group(1)) * KIBI)
        : OptionalLong.empty();
  }
}
