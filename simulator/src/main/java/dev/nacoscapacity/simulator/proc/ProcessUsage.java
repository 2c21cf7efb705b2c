package dev.nacoscapacity.simulator.proc;

import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Resource usage of a process on this machine, in total or for a group of its threads, so that a
 * load and a server in one process can be separated.
 */
public final class ProcessUsage {

  private static final int KIBI = 1024;

  private final ProcFile file = new ProcFile();
  private final Path process;

  /**
   * Usage since the start of a process or its threads.
   *
   * @param cpuSeconds user and system time
   * @param voluntarySwitches context switches of waiting threads
   * @param involuntarySwitches context switches of preempted threads
   */
  public record Usage(double cpuSeconds, long voluntarySwitches, long involuntarySwitches) {

    /** The difference from an earlier reading. */
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
    this(proc.resolve(Long.toString(pid)));
  }

  private ProcessUsage(Path process) {
    this.process = process;
  }

  /** The usage of this JVM. */
  static ProcessUsage ofThisProcess(Path proc) {
    return new ProcessUsage(proc.resolve("self"));
  }

  /**
   * User and system seconds of all threads, including ended ones; zero once the process has ended.
   */
  public double cpuSeconds() {
    CpuStat stat = CpuStat.parse(file.read(process.resolve("stat").toFile()));
    return stat == null ? 0 : CpuStat.seconds(stat.ticks());
  }

  /**
   * All threads: CPU time includes ended threads, switches do not; zero once the process has ended.
   */
  public Usage all() {
    Usage threads = of(name -> true);
    return new Usage(cpuSeconds(), threads.voluntarySwitches(), threads.involuntarySwitches());
  }

  /**
   * The live threads of a group.
   *
   * @param group predicate on the thread's name, which the kernel truncates to 15 bytes
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

  /** Live threads; 0 once the process has ended. */
  public int threads() {
    return ProcFile.threads(process).length;
  }

  /** Resident memory in bytes; empty once the process has ended. */
  public OptionalLong residentBytes() {
    return bytes("VmRSS");
  }

  /** Peak resident memory; empty once the process has ended. */
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
