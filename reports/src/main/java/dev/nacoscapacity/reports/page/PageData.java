package dev.nacoscapacity.reports.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.OperationRow;
import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.RegistryRow;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Criterion;
import dev.nacoscapacity.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;

/**
 * The data of a run for the script of the page.
 *
 * @param start of the run, in ms since 1970
 * @param end in seconds since the start
 * @param window the measurement window's begin and end in seconds; absent when it never began
 * @param beatP99Ms bound of the verdict; absent when there is none
 * @param calls absent when nothing was recorded, like the next two parameters
 * @param experiment bars of the timeline of an experiment; absent when there was none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record PageData(
    long start,
    double end,
    double[] window,
    Double beatP99Ms,
    List<Band> bands,
    CallPlots calls,
    NodePlots registry,
    NodePlots servers,
    List<Band> experiment) {

  /**
   * Reads the files of a run.
   *
   * @param damages receives a sentence for each unreadable file; the other files are drawn
   */
  static PageData of(RunFolder run, List<Event> events, List<String> damages) {
    List<OperationRow> intervals = rows(run::intervals, damages);
    List<RegistryRow> registry = rows(run::registryRows, damages);
    List<ServerRow> servers = rows(run::serverRows, damages);
    Ticks calls = Ticks.of(intervals.stream().mapToDouble(OperationRow::seconds));
    Ticks states = Ticks.of(registry.stream().mapToDouble(RegistryRow::seconds));
    Ticks usages = Ticks.of(servers.stream().mapToDouble(ServerRow::seconds));
    double end =
        DoubleStream.of(run.run().durationSeconds(), calls.end(), states.end(), usages.end())
            .max()
            .getAsDouble();
    List<Band> bands = Band.of(events, end);
    return new PageData(
        run.run().startedAt().toEpochMilli(),
        end,
        Band.window(bands).orElse(null),
        beatP99Ms(run.run()).orElse(null),
        bands,
        intervals.isEmpty()
            ? null
            : CallPlots.of(intervals, calls, histograms(run, calls, damages)),
        registry.isEmpty() ? null : NodePlots.registry(registry, states),
        servers.isEmpty() ? null : NodePlots.servers(servers, usages),
        run.run().experiment() == null ? null : Timeline.of(run.run().experiment(), end));
  }

  private static PercentilePlots histograms(RunFolder run, Ticks ticks, List<String> damages) {
    PercentilePlots distributions = new PercentilePlots(ticks);
    try {
      run.histogramIntervals(distributions::add);
    } catch (RecordException e) {
      damages.add(e.getMessage());
    }
    return distributions;
  }

  static <T> List<T> rows(Supplier<List<T>> file, List<String> damages) {
    try {
      return file.get();
    } catch (RecordException e) {
      damages.add(e.getMessage());
      return new ArrayList<>();
    }
  }

  /** The bound of a run's verdict; empty when there is none, as in a trial unless asked for. */
  static Optional<Double> beatP99Ms(RunRecord run) {
    Criterion criterion = Criterion.named("beat.p99").orElseThrow();
    return Optional.ofNullable(run.verdict())
        .map(Verdict::criteria)
        .filter(criteria -> run.experiment() == null || criteria.isAsked(criterion))
        .map(Criteria::beatP99Ms);
  }
}
