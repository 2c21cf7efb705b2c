package dev.nacoscapacity.reports.merge;

import dev.nacoscapacity.reports.record.Generator;
import dev.nacoscapacity.reports.record.Generator.Connections;
import dev.nacoscapacity.reports.record.Generator.GcPause;
import dev.nacoscapacity.reports.record.Recorder;
import dev.nacoscapacity.reports.record.RunRecord;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.HdrHistogram.Histogram;

/** What the load cost several processes together. */
final class MergedGenerator {

  private MergedGenerator() {}

  static Generator of(List<RunRecord> runs, Map<String, Histogram> judged) {
    List<Generator> parts = runs.stream().map(RunRecord::generator).toList();
    double cpu = parts.stream().mapToDouble(Generator::cpuSeconds).sum();
    long requests = parts.stream().mapToLong(Generator::requests).sum();
    Histogram lag = judged.get("all.lag");
    return new Generator(
        parts.stream().mapToInt(Generator::processes).sum(),
        cpu,
        sum(parts, Generator::standInCpuSeconds),
        sum(parts, Generator::jitCpuSeconds),
        sum(parts, Generator::gcCpuSeconds),
        requests,
        cpu > 0 ? requests / cpu : 0,
        resident(parts),
        parts.stream().mapToLong(Generator::heapMaxBytes).sum(),
        bytesPerInstance(runs),
        connectionBytes(runs),
        connections(parts, judged.get(Recorder.BOUND_WAIT)),
        pauses(parts.stream().map(Generator::gcPauseMs).filter(Objects::nonNull).toList()),
        lag == null ? null : Generator.Lag.ofMicros(lag),
        parts.stream().flatMap(part -> part.limitedBy().stream()).distinct().sorted().toList());
  }

  /** Null when no part knows. */
  private static Double sum(List<Generator> parts, Function<Generator, Double> figure) {
    return parts.stream().map(figure).filter(Objects::nonNull).reduce(Double::sum).orElse(null);
  }

  /** Null when one part does not know. */
  private static Long resident(List<Generator> parts) {
    return parts.stream().anyMatch(part -> part.residentMaxBytes() == null)
        ? null
        : Long.valueOf(parts.stream().mapToLong(Generator::residentMaxBytes).sum());
  }

  private static double bytesPerInstance(List<RunRecord> runs) {
    double bytes = 0;
    double instances = 0;
    for (RunRecord run : runs) {
      bytes += run.generator().bytesPerInstance() * run.workload().instances();
      instances += run.workload().instances();
    }
    return bytes / instances;
  }

  /** Null when there is a part that does not know. */
  private static Double connectionBytes(List<RunRecord> runs) {
    double bytes = 0;
    double connections = 0;
    for (RunRecord run : runs) {
      if (run.generator().connectionBytes() == null) {
        return null;
      }
      bytes += run.generator().connectionBytes() * run.workload().connections();
      connections += run.workload().connections();
    }
    return bytes / connections;
  }

  /** Null when a part does not know. */
  private static Connections connections(List<Generator> parts, Histogram waits) {
    List<Connections> all = parts.stream().map(Generator::connections).toList();
    return all.contains(null) || waits == null
        ? null
        : new Connections(
            sum(all, Connections::max),
            sum(all, Connections::bound),
            all.stream().anyMatch(Connections::asked),
            Connections.p99Ms(waits));
  }

  /** Where nothing limits a process its bound is as large as an int can be; so is the sum then. */
  private static int sum(List<Connections> parts, ToIntFunction<Connections> figure) {
    long sum = parts.stream().mapToLong(figure::applyAsInt).sum();
    return (int) Math.min(Integer.MAX_VALUE, sum);
  }

  /** Each process stands still by itself. */
  private static GcPause pauses(List<GcPause> parts) {
    return parts.isEmpty()
        ? null
        : new GcPause(
            parts.stream().mapToLong(GcPause::count).sum(),
            parts.stream().mapToDouble(GcPause::total).sum(),
            parts.stream().mapToDouble(GcPause::max).max().getAsDouble());
  }
}
