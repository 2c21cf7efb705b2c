package dev.nacoscapacity.core.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.stats.FleetDuration;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RegistryStats;
import dev.nacoscapacity.core.stats.RunStats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecorderTest {

  private static final Instant TIME = Instant.parse("2026-01-02T03:04:06.679Z");

  private static final ServerRow SERVER =
      new ServerRow(
          TIME, 1.001, "n1", new ServerRow.Cpu(1.5, 0.25, 9), null, 2L, 4, ServerRow.PROC);

  @TempDir Path parent;

  @Test
  void shouldLeaveAValidInterruptedRunWhenKilledAtOnce() {
    try (Recorder recorder = Recorder.open(parent.resolve("a/b"), Runs.begun().build())) {
      RunRecord run = RunFolder.open(recorder.folder()).run();

      assertThat(run.interrupted()).isTrue();
      assertThat(run.workload().instances()).isEqualTo(1_000);
    }
  }

  @Test
  void shouldReplaceTheFirstRecordWhenTheRunEnds() {
    try (Recorder recorder = Recorder.open(parent, Runs.begun().build())) {
      recorder.finish(Runs.good());
    }

    assertThat(RunFolder.open(parent).run()).isEqualTo(Runs.good());
    assertThat(parent.toFile().list())
        .containsExactlyInAnyOrder(
            ("run.json intervals.csv registry.csv servers.csv events.jsonl latency.hlog"
                    + " measured.hlog")
                .split(" "));
  }

  @Test
  void shouldRefuseAFolderThatIsNotEmpty() throws IOException {
    Path foreignFile = Files.writeString(parent.resolve("run.json"), "theirs");

    assertThatThrownBy(() -> Recorder.open(parent, Runs.good()))
        .isInstanceOf(RecordException.class)
        .message()
        .contains("not empty", "--out DIR");
    assertThat(foreignFile).hasContent("theirs");
  }

  @Test
  void shouldMakeNoFolderWhenItOnlyLooksWhetherOneCanBeMade() {
    Recorder.requireEmpty(parent.resolve("runs").resolve("one"));
    Recorder.requireEmpty(parent);

    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void shouldRefuseAFolderThatCannotBeMade() throws IOException {
    Path file = Files.createFile(parent.resolve("file"));

    assertThatThrownBy(() -> Recorder.open(file.resolve("run"), Runs.good()))
        .isInstanceOf(RecordException.class)
        .message()
        .contains("cannot write", "--out DIR");
    assertThatThrownBy(() -> Recorder.open(file, Runs.good()))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("a file is in the way");
  }

  @Test
  void shouldShowRowsToOthersAfterEachFlush() {
    try (Recorder recorder = Recorder.open(parent, Runs.begun().build())) {
      recorder.second(TIME, 0, 1.001, "measure", second());
      recorder.server(SERVER);
      recorder.flush();

      assertThat(parent.resolve("intervals.csv"))
          .hasContent(
              """
              time,seconds,phase,operation,required,started,ok,failed,skipped,failoverRetries,inFlight,unserved,longestUnservedMs,p50Ms,p99Ms,maxMs
              2026-01-02T03:04:06.679Z,1.001,measure,beat,5,4,3,1,1,0,3,2,7000,0.5,2.0,2.0
              2026-01-02T03:04:06.679Z,1.001,measure,connect,0,2,0,0,0,0,0,0,0,,,
              """);
      assertThat(parent.resolve("registry.csv"))
          .hasContent(
              """
              time,seconds,node,expected,present,healthy,missing,unhealthy,unknownInstanceBeats,stale,divergent,unknown,drops,served
              2026-01-02T03:04:06.679Z,1.001,"a,""b\""",1000,,,1,1,0,0,0,12,1,
              """);
      assertThat(parent.resolve("servers.csv"))
          .hasContent(
              """
              time,seconds,node,userCpuSeconds,systemCpuSeconds,threads,heapUsedBytes,heapMaxBytes,gcCount,gcMillis,jitMillis,connections,source
              2026-01-02T03:04:06.679Z,1.001,n1,1.5,0.25,9,,,,,2,4,proc
              """);
    }
  }

  /**
   * Beats, connections over HTTP, lists of which only calls of before are in flight, and a node.
   */
  private static RunStats second() {
    RunStats second = new RunStats(List.of("a,\"b\""));
    OperationStats beats = second.of(Operation.BEAT);
    beats.add(Runs.calls(1, 300, 500, 2_000));
    beats.add(OperationCount.REQUIRED, 1);
    beats.add(OperationCount.SKIPPED, 1);
    beats.set(OperationCount.IN_FLIGHT, 3L);
    beats.set(OperationCount.UNSERVED, 2L);
    beats.set(OperationCount.LONGEST_UNSERVED_MS, 7_000L);
    second.of(Operation.CONNECT).add(OperationCount.STARTED, 2);
    second.of(Operation.LIST).set(OperationCount.IN_FLIGHT, 4L);
    RegistryStats listed = second.node(0);
    listed.append(
        Runs.counts(
            Map.of(
                RegistryCount.MISSING, 1, RegistryCount.UNHEALTHY, 1, RegistryCount.UNKNOWN, 12)));
    listed.forget(RegistryCount.PRESENT);
    listed.forget(RegistryCount.HEALTHY);
    listed.set(RegistryCount.DROPS, 1L);
    return second;
  }

  @Test
  void shouldWriteALineOfJsonForEachEvent() throws IOException {
    Event kill = new Event(TIME, 1.001, Event.FAULT, Map.of("node", "n\n1"));
    try (Recorder recorder = Recorder.open(parent, Runs.begun().build())) {
      recorder.event(kill);
      recorder.event(new Event(TIME, 2, Event.PHASE, Map.of("name", "measure")));
    }

    assertThat(Files.readAllLines(parent.resolve("events.jsonl")))
        .containsExactly(
            "{\"time\":\"2026-01-02T03:04:06.679Z\",\"seconds\":1.001,\"kind\":\"fault\","
                + "\"node\":\"n\\n1\"}",
            "{\"time\":\"2026-01-02T03:04:06.679Z\",\"seconds\":2.0,\"kind\":\"phase\","
                + "\"name\":\"measure\"}")
        .first()
        .satisfies(line -> assertThat(Json.MAPPER.readValue(line, Event.class)).isEqualTo(kill));
  }

  @Test
  void shouldAddUpTheHistogramsOfATag() {
    try (Recorder recorder = Recorder.open(parent, Runs.begun().build())) {
      recorder.second(TIME, 0, 1, "measure", beats(100, 2_000));
      RunStats late = beats(30_000_000);
      late.record(FleetDuration.SCHEDULER_LAG, 7_000);
      recorder.second(TIME, 1, 2, "measure", late);
    }

    Map<String, Histogram> byTag = RunFolder.open(parent).histograms();

    assertThat(byTag).containsOnlyKeys("beat.latency", "all.schedulerLag");
    assertThat(byTag.get("beat.latency").getTotalCount()).isEqualTo(3);
    assertThat(byTag.get("beat.latency").getMaxValue()).isBetween(30_000_000L, 30_100_000L);
    assertThat(byTag.get("all.schedulerLag").getMaxValue()).isEqualTo(7);
  }

  @Test
  void shouldKeepATagWhateverIsInIt() {
    List<String> tags =
        List.of(
            "GET /a, b.latency", "100 %.latency", "a+b%20c.latency", "x\ny.latency", "心跳.service");
    RunStats stats = new RunStats(List.of());
    Histogram micros = new Histogram(3);
    micros.recordValue(100);
    tags.forEach(tag -> stats.addHistogram(tag, micros));
    record(0, 1, stats);

    assertThat(RunFolder.open(parent).histograms().keySet())
        .containsExactlyInAnyOrderElementsOf(tags);
  }

  @Test
  void shouldStateTheUnitsAndTheTimesInTheHistogramLog() throws IOException {
    record(1, 2.5, beats(2_000));

    assertThat(Files.readString(parent.resolve("latency.hlog")))
        .contains("#[Values in microseconds, Interval_Max in milliseconds]")
        .contains("#[Histogram log format version 1.3]")
        .contains("#[StartTime: 1767323045.678")
        .contains("\nTag=beat.latency,1.000,1.500,2.000,");
  }

  @Test
  void shouldLeaveOutALastHistogramThatACrashCutShort() throws IOException {
    try (Recorder recorder = Recorder.open(parent, Runs.begun().build())) {
      recorder.second(TIME, 0, 1, "measure", beats(100));
      recorder.second(TIME, 1, 2, "measure", beats(200));
    }
    Path log = parent.resolve("latency.hlog");
    String whole = Files.readString(log);
    Files.writeString(log, whole.substring(0, whole.length() - 9));

    assertThat(RunFolder.open(parent).histograms().get("beat.latency").getTotalCount())
        .isEqualTo(1);
  }

  @Test
  void shouldReadTheRowsThatWereWritten() throws IOException {
    Event event = new Event(TIME, 2, Event.PHASE, Map.of("phase", "measure"));
    try (Recorder recorder = Recorder.open(parent, Runs.begun().build())) {
      recorder.second(TIME, 0, 1.001, "measure", second());
      recorder.server(SERVER);
      recorder.event(event);
      RunStats measured = beats(100, 2_000);
      measured.record(FleetDuration.BEAT_GAP, 5_000_000);
      recorder.measured(60, 120, measured);
    }
    // A crash may cut a last line short.
    Files.writeString(
        parent.resolve("intervals.csv"), "2026-01-02T03:04:07", StandardOpenOption.APPEND);

    RunFolder run = RunFolder.open(parent);
    assertThat(run.intervals())
        .extracting(OperationRow::operation, OperationRow::phase, OperationRow::p99Ms)
        .containsExactly(tuple("beat", "measure", 2.0), tuple("connect", "measure", null));
    assertThat(run.intervals().get(0).stats().count(OperationCount.LONGEST_UNSERVED_MS))
        .isEqualTo(7_000);
    assertThat(run.registryRows()).extracting(RegistryRow::stats).containsExactly(second().node(0));
    assertThat(run.serverRows()).containsExactly(SERVER);
    assertThat(run.events()).containsExactly(event);
    assertThat(run.measuredHistograms()).containsOnlyKeys("beat.latency", "beat.gap");
    assertThat(run.measuredHistograms().get("beat.latency").getTotalCount()).isEqualTo(2);
  }

  @Test
  void shouldKeepTheIntervalOfASecondsHistograms() {
    record(1, 2.5, beats(2_000));

    List<HistogramInterval> intervals = new ArrayList<>();
    RunFolder.open(parent).histogramIntervals(intervals::add);
    assertThat(intervals)
        .extracting(
            HistogramInterval::tag, HistogramInterval::fromSeconds, HistogramInterval::toSeconds)
        .containsExactly(tuple("beat.latency", 1.0, 2.5));
  }

  private static RunStats beats(long... micros) {
    RunStats stats = new RunStats(List.of());
    stats.of(Operation.BEAT).add(Runs.calls(0, micros));
    return stats;
  }

  /** A run of one second. */
  private void record(double from, double to, RunStats stats) {
    try (Recorder recorder = Recorder.open(parent, Runs.begun().build())) {
      recorder.second(TIME, from, to, "measure", stats);
    }
  }
}
