package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.core.record.Contention;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.simulator.proc.MachineTime;
import dev.nacoscapacity.simulator.proc.ProcessUsage;
import dev.nacoscapacity.simulator.run.Progress;
import dev.nacoscapacity.simulator.run.RunSecond;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Measures each second which processor time of this machine others had: programs that are neither
 * nodes nor the generator, and other guests of the machine's host.
 */
final class ContentionWatch implements Progress {

  /** With more of their time idle the processors have some left, and nobody takes any. */
  private static final double IDLE_SHARE = 0.15;

  /**
   * What passed in a second.
   *
   * @param others time of other programs, in seconds
   */
  private record Second(MachineTime machine, double others) {}

  private final Path proc;
  private final Supplier<Set<Long>> own;
  private final List<Second> run = new ArrayList<>();
  private Map<Long, Double> ownBefore = Map.of();
  private Optional<MachineTime> machineBefore = Optional.empty();
  private boolean loading = true;

  /**
   * @param proc where the proc file system is mounted
   * @param own the processes of the nodes and the generator; asked each second
   */
  ContentionWatch(Path proc, Supplier<Set<Long>> own) {
    this.proc = proc;
    this.own = own;
  }

  @Override
  public void phase(String name, Duration expected) {
    loading &= !name.equals(Phases.DRAIN) && !name.equals(Phases.DEREGISTER);
  }

  @Override
  public void second(RunSecond second) {
    sample();
  }

  void sample() {
    Map<Long, Double> ownNow = new HashMap<>();
    try {
      for (long pid : own.get()) {
        ownNow.put(pid, new ProcessUsage(proc, pid).cpuSeconds());
      }
    } catch (RuntimeException e) {
      // No descriptor is left to ask with, which the run reports: this second is not known.
      machineBefore = Optional.empty();
      return;
    }
    Optional<MachineTime> machineNow = MachineTime.read(proc);
    if (loading && machineNow.isPresent() && machineBefore.isPresent()) {
      MachineTime passed = machineNow.get().since(machineBefore.get());
      run.add(new Second(passed, MachineTime.seconds(passed.programs()) - ownSince(ownNow)));
    }
    ownBefore = ownNow;
    machineBefore = machineNow;
  }

  /** An ended process has no time any more, and so none since the sample before. */
  private double ownSince(Map<Long, Double> ownNow) {
    return ownNow.entrySet().stream()
        .mapToDouble(
            process ->
                Math.max(0, process.getValue() - ownBefore.getOrDefault(process.getKey(), 0.0)))
        .sum();
  }

  /** Until the fleet began to leave; empty when it is not known. */
  Optional<Contention> contention() {
    if (run.isEmpty()) {
      return Optional.empty();
    }
    double worst = 0;
    for (int from = 0; from == 0 || from + Contention.WORST_SECONDS <= run.size(); from++) {
      int to = Math.min(run.size(), from + Contention.WORST_SECONDS);
      worst = Math.max(worst, takenShare(run.subList(from, to)));
    }
    return Optional.of(
        new Contention(
            run.size(),
            others(run),
            MachineTime.seconds(machine(run).stolen()),
            Math.min(1, worst)));
  }

  private static double takenShare(List<Second> seconds) {
    MachineTime machine = machine(seconds);
    boolean full = machine.idle() <= IDLE_SHARE * machine.all();
    double lostSeconds = MachineTime.seconds(machine.stolen()) + (full ? others(seconds) : 0);
    return machine.all() == 0 ? 0 : lostSeconds / MachineTime.seconds(machine.all());
  }

  private static MachineTime machine(List<Second> seconds) {
    return seconds.stream().map(Second::machine).reduce(MachineTime::plus).orElseThrow();
  }

  /** Clock ticks of processes and machine are not counted at the same moment: 0 at least. */
  private static double others(List<Second> seconds) {
    return Math.max(0, seconds.stream().mapToDouble(Second::others).sum());
  }
}
