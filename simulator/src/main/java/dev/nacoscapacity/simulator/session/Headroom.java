package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.core.calibration.Calibration;
import dev.nacoscapacity.core.calibration.Ceiling;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.workload.Traffic;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Compares the load of a run with the calibrated ceilings of this machine. */
final class Headroom {

  /** The default folder for runs. */
  private static final Path RUNS = Path.of("runs");

  /** Size of one host in a list response of Nacos 1.4.1. */
  private static final double BYTES_PER_HOST = 250;

  private static final double BYTES_PER_MEGABYTE = 1e6;

  private Headroom() {}

  /**
   * Returns the run with a citation of its machine's calibration, if there is one.
   *
   * @param folder of the run; calibrations are searched beside it, and beside an enclosing study
   */
  static RunRecord cited(RunRecord run, Path folder) {
    if (run.windowSeconds() == 0) {
      return run;
    }
    Path parent = folder.toAbsolutePath().getParent();
    List<Path> parents =
        Stream.of(parent, parent.getParent(), RUNS.toAbsolutePath())
            .filter(each -> each != null)
            .distinct()
            .toList();
    String protocol = run.workload().protocol().label();
    return Calibration.cite(parents, run.machine(), protocol, used(run))
        .map(citation -> run.withCalibration(citation))
        .orElse(run);
  }

  private static Map<String, Double> used(RunRecord run) {
    double calls = run.requests(operation -> operation.achieved()) / run.windowSeconds();
    double listCalls =
        run.operations(Operation.LIST).stream().mapToLong(OperationResult::achieved).sum();
    double listsPerSecond = listCalls / run.windowSeconds();
    double hosts = listsPerSecond * run.workload().instances() / run.workload().services();
    Map<String, Double> used = new HashMap<>();
    used.put(Ceiling.CALLS, calls);
    if (hasEqualServices(run.workload().population().traffic())) {
      used.put(Ceiling.HOSTS, hosts);
      used.put(Ceiling.MEGABYTES, hosts * BYTES_PER_HOST / BYTES_PER_MEGABYTE);
    }
    return used;
  }

  /** Whether a list has the same number of hosts, give or take one, whichever service it is of. */
  private static boolean hasEqualServices(Traffic traffic) {
    IntSummaryStatistics sizes =
        traffic.classes().stream()
            .flatMap(each -> each.sizes().keySet().stream())
            .mapToInt(Integer::intValue)
            .summaryStatistics();
    return sizes.getMax() - sizes.getMin() <= 1;
  }
}
