package dev.nacoscapacity.reports.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.nacoscapacity.reports.record.Event;
import dev.nacoscapacity.reports.record.OperationRow;
import dev.nacoscapacity.reports.record.Phases;
import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.reports.record.RunFolder;
import dev.nacoscapacity.reports.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;

/**
 * What the page's script draws.
 *
 * @param start of the run, in ms since 1970
 * @param end in seconds since the start
 * @param window the judged window's begin and end in seconds; null when it never began
 * @param beatP99Ms bound of the verdict; null when there is none
 * @param calls null when nothing was recorded, like the two after it
 * @param experiment bars of its timeline; null when there was none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record PageData(
    long start,
    double end,
    double[] window,
    Double beatP99Ms,
    List<Band> bands,
    CallPlots calls,
    RegistryPlots registry,
    ServerPlots servers,
    List<Stretch> experiment) {

  /**
   * Reads what a run left.
   *
   * @param experiment null when there was none
   * @param damages takes a sentence for each file that cannot be read; the others are drawn
   */
  static PageData of(
      RunFolder run, List<Event> events, ExperimentView experiment, List<String> damages) {
    List<OperationRow> intervals = rows(run::intervals, damages);
    CallPlots calls = intervals.isEmpty() ? null : calls(run, intervals, damages);
    RegistryPlots registry = RegistryPlots.of(rows(run::registryRows, damages));
    ServerPlots servers = ServerPlots.of(rows(run::serverRows, damages));
    double end =
        DoubleStream.of(
                run.run().durationSeconds(),
                calls == null ? 0 : last(calls.t()),
                last(registry.t()),
                last(servers.t()))
            .max()
            .getAsDouble();
    List<Band> bands = Band.of(events, end);
    return new PageData(
        run.run().startedAt().toEpochMilli(),
        end,
        window(bands),
        beatP99Ms(run.run().verdict()),
        bands,
        calls,
        registry.nodes().isEmpty() ? null : registry,
        servers.nodes().isEmpty() ? null : servers,
        experiment == null ? null : experiment.stretches(end));
  }

  private static CallPlots calls(
      RunFolder run, List<OperationRow> intervals, List<String> damages) {
    Ticks ticks = Ticks.of(intervals.stream().mapToDouble(OperationRow::seconds));
    Distributions distributions = new Distributions(ticks);
    try {
      run.histogramIntervals(distributions::add);
    } catch (RecordException e) {
      damages.add(e.getMessage());
    }
    return CallPlots.of(intervals, ticks, distributions);
  }

  static <T> List<T> rows(Supplier<List<T>> file, List<String> damages) {
    try {
      return file.get();
    } catch (RecordException e) {
      damages.add(e.getMessage());
      return new ArrayList<>();
    }
  }

  private static double last(double[] times) {
    return times.length == 0 ? 0 : times[times.length - 1];
  }

  private static Double beatP99Ms(Verdict verdict) {
    return verdict == null || verdict.criteria() == null ? null : verdict.criteria().beatP99Ms();
  }

  private static double[] window(List<Band> bands) {
    return bands.stream()
        .filter(band -> band.kind().equals(Event.PHASE) && band.name().equals(Phases.MEASURE))
        .map(band -> new double[] {band.from(), band.to()})
        .findFirst()
        .orElse(null);
  }
}
