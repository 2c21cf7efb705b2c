package dev.nacoscapacity.simulator.proc;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Processor time of a whole machine since it started, in ticks of all its processors: the first
 * line of {@code /proc/stat} (proc(5)).
 *
 * @param programs user and system time of all programs, without interrupts
 * @param stolen time that the host gave to other guests
 * @param idle also while a program waited for a disk
 * @param all what passed, times the number of processors
 */
public record MachineTime(long programs, long stolen, long idle, long all) {

  /** user, nice, system, idle, iowait, irq, softirq, steal; guest time is part of user and nice. */
  private static final Pattern LINE =
      Pattern.compile("cpu +(\\d+) (\\d+) (\\d+) (\\d+) (\\d+) (\\d+) (\\d+) (\\d+).*");

  /**
   * Reads it.
   *
   * @param proc where the proc file system is mounted
   * @return empty when there is no such file, or its kernel does not count stolen time
   */
  public static Optional<MachineTime> read(Path proc) {
    String text = new ProcFile().read(proc.resolve("stat").toFile());
    Matcher line = LINE.matcher(text.lines().findFirst().orElse(""));
    if (!line.matches()) {
      return Optional.empty();
    }
    long[] fields = new long[8];
    long all = 0;
    for (int field = 0; field < fields.length; field++) {
      fields[field] = Long.parseLong(line.group(field + 1));
      all += fields[field];
    }
    return Optional.of(
        new MachineTime(fields[0] + fields[1] + fields[2], fields[7], fields[3] + fields[4], all));
  }

  /** How many processors the file system counts: a container may use fewer. */
  public static long processors(Path proc) {
    return new ProcFile()
        .read(proc.resolve("stat").toFile())
        .lines()
        .filter(line -> line.matches("cpu\\d+ .*"))
        .count();
  }

  /** Time of programs and interrupts: neither idle nor stolen. */
  public long busy() {
    return all - idle - stolen;
  }

  /** The difference from an earlier reading. */
  public MachineTime since(MachineTime before) {
    return new MachineTime(
        programs - before.programs, stolen - before.stolen, idle - before.idle, all - before.all);
  }

  /** The sum of two spans of time. */
  public MachineTime plus(MachineTime other) {
    return new MachineTime(
        programs + other.programs, stolen + other.stolen, idle + other.idle, all + other.all);
  }

  /** Ticks in seconds. */
  public static double seconds(double ticks) {
    return ticks / CpuStat.TICKS_PER_SECOND;
  }
}
