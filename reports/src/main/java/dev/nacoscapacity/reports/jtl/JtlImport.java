package dev.nacoscapacity.reports.jtl;

import dev.nacoscapacity.reports.checker.Judge;
import dev.nacoscapacity.reports.merge.CommonWindow;
import dev.nacoscapacity.reports.record.Event;
import dev.nacoscapacity.reports.record.OperationResult;
import dev.nacoscapacity.reports.record.Phases;
import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.reports.record.Recorder;
import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.record.Tool;
import dev.nacoscapacity.reports.stats.OperationCount;
import dev.nacoscapacity.reports.stats.RunStats;
import dev.nacoscapacity.reports.text.NumberText;
import dev.nacoscapacity.reports.verdict.Criteria;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts a JTL to a run folder. A JTL does not contain the state of the registry, the resources
 * of the generator, or the waits that JMeter's closed loop hides; the record states that these are
 * missing.
 */
public final class JtlImport {

  /** Samples of the set-up of a plan, which are not calls of the workload. */
  private static final Set<String> BEGINNING = Set.of(PlanSettings.LABEL, "login", "verdict");

  private static final String CLOSED_LOOP =
      "Taken from a JTL: JMeter times a call from its own start, in whole ms, so a thread that was"
          + " held up hides the calls it did not make; latency is service time.";
  private static final String ABSENT =
      "A JTL tells nothing of what the registry held, and nothing of the generator's lag and cost.";
  private static final String AGGREGATED =
      "Taken from a JTL of a fleet: each shard's own run folder also holds what the registry held.";

  private static final Pattern SHARD = Pattern.compile("\\bshard=(\\S+)");

  private static final String APART =
      "The shards' measurement windows were apart: only the %.0f s that they have in common count.";

  /** In ms since the epoch. */
  private record Window(long from, long to) {

    private Window with(Window other) {
      return new Window(Math.min(from, other.from), Math.max(to, other.to));
    }

    private double seconds() {
      return (to - from) / 1e3;
    }
  }

  private final JtlFile jtl;
  private final Tool tool;

  private long first = Long.MAX_VALUE;
  private long firstCall = Long.MAX_VALUE;
  private long last;

  /** When the last beat or list ended. */
  private long lastPaced;

  /** The measurement window of each shard of a fleet, by its number. */
  private final Map<String, Window> windows = new LinkedHashMap<>();

  private boolean aggregated;
  private boolean apart;
  private PlanSettings settings = PlanSettings.UNKNOWN;

  /**
   * @param tool named in the record as its writer
   */
  public JtlImport(Path file, Tool tool) {
    this.jtl = new JtlFile(file);
    this.tool = tool;
  }

  /**
   * Reads the JTL and writes the folder.
   *
   * @param folder created when absent; must be empty
   * @return the record, with a verdict from the figures that a JTL contains
   * @throws RecordException when the JTL cannot be read, or the folder not be written
   */
  public RunRecord into(Path folder) {
    jtl.forEach(this::survey);
    if (firstCall == Long.MAX_VALUE) {
      throw new RecordException("the JTL holds no call: look at its \"check\" line and jmeter.log");
    }
    RunRecord begun =
        RunRecord.builder(
                tool, Instant.ofEpochMilli(first), settings.target(), settings.workload(), null)
            .closedLoop(!aggregated)
            .notes(aggregated ? List.of(AGGREGATED) : List.of(CLOSED_LOOP, ABSENT))
            .build();
    try (Recorder recorder = Recorder.open(folder, begun)) {
      RunRecord run = fill(begun, recorder);
      recorder.finish(run);
      return run;
    }
  }

  private void survey(JtlRow row) {
    first = Math.min(first, row.begin());
    last = Math.max(last, row.end());
    if (isPaced(row)) {
      lastPaced = Math.max(lastPaced, row.end());
    }
    if (isMeasured(row)) {
      aggregated = true;
      Matcher shard = SHARD.matcher(row.message());
      windows.merge(
          shard.find() ? shard.group(1) : "", new Window(row.begin(), row.end()), Window::with);
    }
    if (row.label().equals(PlanSettings.LABEL)) {
      settings = settings.and(PlanSettings.parse(row.message()));
    } else if (!BEGINNING.contains(row.label())) {
      firstCall = Math.min(firstCall, row.begin());
    }
  }

  private static boolean isPaced(JtlRow row) {
    return row.label().equals("beat") || row.label().equals("list");
  }

  private static boolean isMeasured(JtlRow row) {
    return row.message().contains(" phase=measure ");
  }

  /**
   * The window of the whole fleet. Windows that are hardly apart count as one of the length of the
   * shortest, as in a merge of the shards' run folders.
   */
  private Window common() {
    double shortest = windows.values().stream().mapToDouble(Window::seconds).min().orElse(0);
    long from = windows.values().stream().mapToLong(Window::from).max().orElse(first);
    long to = windows.values().stream().mapToLong(Window::to).min().orElse(first);
    apart = CommonWindow.isApart((to - from) / 1e3, shortest);
    return apart
        ? new Window(from, Math.max(from, to))
        : new Window(to - Math.round(shortest * 1000), to);
  }

  private RunRecord fill(RunRecord begun, Recorder recorder) {
    Window common = common();
    double asked = settings.number("duration");
    double from =
        aggregated ? seconds(common.from()) : seconds(firstCall) + settings.secondsBefore();
    // The plan's beats and lists outlast the window, unless somebody stopped it.
    boolean stopped =
        !aggregated
            && asked > 0
            && lastPaced > 0
            && seconds(lastPaced) < from + asked - settings.number("beat");
    double to =
        aggregated
            ? seconds(common.to())
            : stopped
                ? Math.max(from, seconds(lastPaced))
                : asked > 0 ? Math.min(from + asked, seconds(last)) : seconds(last);
    phase(recorder, Phases.RAMP, seconds(firstCall));
    phase(recorder, Phases.WARM_UP, from - settings.number("warmup"));
    phase(recorder, Phases.MEASURE, from);
    phase(recorder, Phases.DEREGISTER, to);
    SecondsOfRun bySecond =
        new SecondsOfRun(
            first,
            second ->
                second <= from
                    ? Phases.WARM_UP
                    : second <= to + 1 ? Phases.MEASURE : Phases.DEREGISTER,
            recorder);
    RunStats measured = new RunStats(List.of());
    jtl.forEach(
        row -> {
          if (row.label().equals(PlanSettings.LABEL) || row.label().equals("verdict")) {
            return;
          }
          bySecond.add(row);
          // A long poll takes half a minute, so the plan sees to it that it ends in the window.
          double at = seconds(row.label().equals("listen") ? row.end() : row.start());
          boolean within = row.end() > common.from() && row.end() <= common.to();
          if (aggregated ? isMeasured(row) && (within || !apart) : at >= from && at < to) {
            row.addTo(measured.of(row.label()));
          }
        });
    bySecond.finish();
    List<String> notes = new ArrayList<>(begun.notes());
    if (apart) {
      notes.add(NumberText.of(APART, common.seconds()));
    }
    if (!settings.known()) {
      notes.add("The plan does not say what it was asked to offer: what was achieved is required.");
    }
    RunRecord run =
        begun.toBuilder()
            .durationSeconds(seconds(last))
            .windowSeconds(Math.max(0, to - from))
            .interrupted(stopped)
            .operations(operations(measured, to - from))
            .notes(notes)
            .build();
    return run.toBuilder().verdict(Judge.standard().judge(run, Criteria.defaults())).build();
  }

  private void phase(Recorder recorder, String name, double at) {
    Instant time = Instant.ofEpochMilli(first + Math.round(at * 1000));
    recorder.event(new Event(time, at, Event.PHASE, Map.of("phase", name)));
  }

  private Map<String, OperationResult> operations(RunStats measured, double seconds) {
    Map<String, OperationResult> operations = new LinkedHashMap<>();
    measured
        .operations()
        .forEach(
            (name, stats) -> {
              long planned = aggregated ? -1 : settings.required(name, seconds);
              if (planned >= 0) {
                stats.set(OperationCount.REQUIRED, planned);
              }
              operations.put(name, OperationResult.of(stats));
            });
    return operations;
  }

  private double seconds(long epochMillis) {
    return (epochMillis - first) / 1e3;
  }
}
