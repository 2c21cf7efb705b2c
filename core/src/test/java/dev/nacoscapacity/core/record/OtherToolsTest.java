package dev.nacoscapacity.core.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.RunStats;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.HistogramLogReader;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run leaves opens in other people's tools: read here by their libraries, not by ours. */
class OtherToolsTest {

  private static final Instant START = Runs.good().startedAt();

  @TempDir private Path folder;

  @BeforeEach
  void record() {
    try (Recorder recorder = Recorder.open(folder, Runs.begun().build())) {
      for (int second = 1; second <= 3; second++) {
        RunStats stats = new RunStats(List.of("a,\"b\"\nc"));
        if (second == 2) {
          stats.of(Operation.BEAT).add(OperationCount.REQUIRED, 1);
        } else {
          stats.of(Operation.BEAT).add(Runs.calls(0, 1_000L * second));
        }
        stats.of(Operation.LIST).add(Runs.calls(0, 1_000L * second));
        stats.node(0).append(Runs.counts());
        recorder.second(START.plusSeconds(second), second - 1, second, "measure", stats);
      }
      recorder.event(new Event(START, 0.5, Event.PHASE, Map.of("phase", "measure")));
      recorder.finish(Runs.good());
    }
  }

  @Test
  void shouldOpenLatencyHlogInHdrHistogramsOwnReader() throws IOException {
    List<AbstractHistogram> beats = new ArrayList<>();
    try (HistogramLogReader reader =
        new HistogramLogReader(folder.resolve(RunFolder.LATENCY_HLOG).toFile())) {
      for (EncodableHistogram next; (next = reader.nextIntervalHistogram()) != null; ) {
        if (next.getTag().equals("list.latency")) {
          beats.add((AbstractHistogram) next);
        }
      }
      assertThat(reader.getStartTimeSec()).isEqualTo(START.toEpochMilli() / 1e3);
    }

    assertThat(beats).hasSize(3);
    assertThat(beats.get(2).getMaxValue()).isBetween(3_000L, 3_002L);
    assertThat(beats.get(2).getStartTimeStamp()).isEqualTo(START.toEpochMilli() + 2_000);
    assertThat(beats.get(2).getEndTimeStamp()).isEqualTo(START.toEpochMilli() + 3_000);
  }

  @Test
  void shouldLetHdrHistogramsReaderChooseATimeRange() throws IOException {
    try (HistogramLogReader reader =
        new HistogramLogReader(folder.resolve(RunFolder.LATENCY_HLOG).toFile())) {
      EncodableHistogram second = reader.nextIntervalHistogram(1.0, 1.5);

      assertThat(second.getStartTimeStamp()).isEqualTo(START.toEpochMilli() + 1_000);
    }
  }

  @Test
  void shouldOpenIntervalsCsvInALibraryForCsv() throws IOException {
    List<CSVRecord> rows = rows(RunFolder.INTERVALS_CSV);

    assertThat(rows).hasSize(6).allMatch(CSVRecord::isConsistent);
    assertThat(rows.get(0).get("operation")).isEqualTo("beat");
    assertThat(Double.parseDouble(rows.get(0).get("p99Ms"))).isEqualTo(1.0);
    assertThat(rows.get(2).get("p99Ms")).isEmpty();
    assertThat(Instant.parse(rows.get(4).get("time"))).isEqualTo(START.plusSeconds(3));
  }

  @Test
  void shouldKeepANameInOneCellWhateverIsInIt() throws IOException {
    assertThat(rows(RunFolder.REGISTRY_CSV).get(0).get("node")).isEqualTo("a,\"b\"\nc");
  }

  @Test
  void shouldHoldPlainJsonInRunJsonAndEachLineOfEvents() throws IOException {
    ObjectMapper json = new ObjectMapper();
    JsonNode run = json.readTree(folder.resolve(RunFolder.RUN_JSON).toFile());
    assertThat(run.path("operations").path("beat").path("latencyMs").path("p99").asDouble())
        .isEqualTo(40);

    List<String> events = Files.readAllLines(folder.resolve(RunFolder.EVENTS_JSONL));
    assertThat(events).hasSize(1);
    assertThat(json.readTree(events.get(0)).path("phase").asText()).isEqualTo("measure");
  }

  private List<CSVRecord> rows(String file) throws IOException {
    CSVFormat withHeader = CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get();
    try (Reader text = Files.newBufferedReader(folder.resolve(file));
        CSVParser parser = withHeader.parse(text)) {
      return parser.getRecords();
    }
  }
}
