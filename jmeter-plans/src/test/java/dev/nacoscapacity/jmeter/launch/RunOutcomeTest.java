package dev.nacoscapacity.jmeter.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.GeneratorBuilder;
import dev.nacoscapacity.core.record.Machine;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.record.Tool;
import dev.nacoscapacity.core.stats.LatencyPart;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.OperationCount;
import dev.nacoscapacity.core.stats.OperationStats;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.core.verdict.Verdict;
import dev.nacoscapacity.core.workload.Workload;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunOutcomeTest {

  private static final String HEADER =
      "timeStamp,elapsed,label,responseCode,responseMessage,success,failureMessage\n";

  @TempDir private Path directory;

  @Test
  void shouldPassWhenNoMoreFailedThanAPassAllows() throws IOException {
    StringBuilder rows = new StringBuilder(HEADER);
    rows.append("1,1,beat,503,,false,\n");
    rows.append("1,1,beat,200,,true,\n".repeat(999));

    assertThat(of(rows.toString())).isEqualTo(new RunOutcome(0, List.of()));
  }

  @Test
  void shouldFailAndSayWhatFailedMost() throws IOException {
    RunOutcome outcome =
        of(HEADER + "1,1,beat,200,,false,lost (20404)\n1,1,beat,200,,true,\n1,1,list,200,,true,\n");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(line(outcome)).startsWith("beat: 1 of 2").endsWith("lost (20404)");
  }

  @Test
  void shouldTellWhyARunCouldNotBegin() throws IOException {
    assertThat(of(HEADER + "1,1,check,2,a:1 does not answer,false,\n"))
        .isEqualTo(new RunOutcome(2, List.of("a:1 does not answer")));
    assertThat(of(HEADER + "1,1,check,64,-Jmix is wrong,false,\n"))
        .isEqualTo(new RunOutcome(64, List.of("-Jmix is wrong")));
    assertThat(of(HEADER + "1,1,check,200,instances=1,true,\n1,1,login,403,,false,refused\n"))
        .isEqualTo(new RunOutcome(2, List.of("refused")));
  }

  @Test
  void shouldReserveNoLabelsInAnotherPlan() throws IOException {
    String mostly = "1,1,check,200,OK,true,\n".repeat(2000);

    RunOutcome logins = of(HEADER + mostly + "1,1,login,500,,false,\n1,1,verdict,200,OK,true,\n");

    assertThat(logins.exitCode()).isEqualTo(1);
    assertThat(line(logins)).startsWith("login: 1 of 1 samples");
    assertThat(of(HEADER + mostly + "1,1,check,500,,false,\n1,1,beat,200,,true,\n").exitCode())
        .isZero();
  }

  @Test
  void shouldNotFailOurPlansForFailedScrapes() throws IOException {
    String samples = "1,1,beat,200,,true,\n1,1,scrape,406,Not Acceptable,false,\n";

    RunOutcome outcome = of(HEADER + "1,1,check,200,instances=1,true,\n" + samples);

    assertThat(outcome.exitCode()).isZero();
    assertThat(line(outcome)).startsWith("scrape: 1 of 1 samples");
    assertThat(of(HEADER + samples).exitCode()).isEqualTo(1);
  }

  @Test
  void shouldLetTheWorstShardDecide() throws IOException {
    RunOutcome outcome =
        of(
            HEADER
                + "1,0,verdict,2,shard 1/3: INCONCLUSIVE; run folder /r/1,false,\n"
                + "1,0,verdict,1,shard 2/3: FAIL; run folder /r/2,false,\n"
                + "1,0,verdict,0,shard 3/3: PASS; run folder /r/3,true,\n");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.runFolders())
        .containsExactly(Path.of("/r/1"), Path.of("/r/2"), Path.of("/r/3"));
  }

  @Test
  void shouldTakeTheFleetsVerdictWhenOneOfItsLoginsFailed() throws IOException {
    RunOutcome outcome =
        of(
            HEADER
                + "1,1,login,timed out,,false,\n"
                + "1,0,verdict,0,PASS; run folder /r/1,true,\n");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.runFolders()).containsExactly(Path.of("/r/1"));
  }

  @Test
  void shouldBeInconclusiveWhenAnEngineGaveNoVerdict() throws IOException {
    String passed = HEADER + "1,0,verdict,0,shard 1/2: PASS; run folder /r/1,true,\n";
    String second = HEADER + "1,1,beat,200,shard=1/1 phase=measure required=1,true,\n";

    assertThat(of(passed, 1).exitCode()).isZero();
    assertThat(of(passed, 2).exitCode()).isEqualTo(2);
    assertThat(of(passed, 2).lines()).anyMatch(line -> line.startsWith("1 of 2 engines gave no"));
    assertThat(of(second, 1).exitCode()).isEqualTo(2);
  }

  @Test
  void shouldKnowTheResultsOfAFleetWhichNoImportReads() throws IOException {
    String passed = "1,0,verdict,0,shard 1/1: PASS; run folder /r/1,true,\n";
    String second = "1,1,beat,200,shard=1/1 phase=measure required=1,true,\n";

    assertThat(of(HEADER + passed).ofFleet()).isTrue();
    assertThat(of(HEADER + second).ofFleet()).isTrue();
    assertThat(of(HEADER + "1,1,beat,200,,true,\n").ofFleet()).isFalse();
  }

  @Test
  void shouldBeInconclusiveWhenTheResultsEndWithinALine() throws IOException {
    RunOutcome outcome = of(HEADER + "1,1,beat,200,,true,\n1,1,beat,2", 1);

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(line(outcome)).contains("ends within a line");
  }

  @Test
  void shouldBeInconclusiveWithoutSamples() throws IOException {
    assertThat(of(HEADER).exitCode()).isEqualTo(2);
    assertThat(of("").exitCode()).isEqualTo(2);
    assertThat(RunOutcome.of(directory.resolve("absent"), 1).exitCode()).isEqualTo(2);
  }

  @Test
  void shouldJudgeTheMergedRunByTheBoundsOfItsShards() throws IOException {
    Criteria bounds = Criteria.defaults().with("beat.p99", 100);
    StringBuilder verdicts = new StringBuilder(HEADER);
    for (int shard = 1; shard <= 2; shard++) {
      Path run = directory.resolve("shard-" + shard);
      shard(run, shard + "/2", bounds);
      verdicts.append(
          "1,0,verdict,0,shard %d/2: PASS; run folder %s,true,\n".formatted(shard, run));
    }

    RunOutcome merged =
        of(verdicts.toString()).merged(new PrintStream(OutputStream.nullOutputStream()));

    assertThat(merged.exitCode()).as(merged.lines().toString()).isEqualTo(1);
  }

  /** The run of a shard whose beats took 400 ms. */
  private static void shard(Path folder, String shard, Criteria bounds) {
    Instant start = Instant.parse("2026-01-02T03:04:05Z");
    Target target = new Target("remote", "1.4.1", List.of("a:1"), false, null, null);
    Machine machine = new Machine(2, 1, "Linux", "17", Map.of());
    Workload workload =
        Workload.of(
            new ObjectMapper()
                .createObjectNode()
                .put("instances", 10)
                .put("services", 2)
                .put("protocol", "http")
                .put("shard", shard)
                .put("namespace", "n")
                .put("servicePrefix", "p"));
    RunRecord begun =
        RunRecord.builder(new Tool("jmeter", "1", null), start, target, workload, machine).build();
    RunStats measured = new RunStats(List.of());
    OperationStats beats = measured.of(Operation.BEAT);
    beats.add(OperationCount.REQUIRED, 100);
    beats.add(OperationCount.OK, 100);
    Histogram micros = new Histogram(3);
    micros.recordValueWithCount(400_000, 100);
    beats.recording(LatencyPart.LATENCY).add(micros);
    try (Recorder recorder = Recorder.open(folder, begun)) {
      recorder.event(new Event(start, 0, Event.PHASE, Map.of("phase", "measure")));
      recorder.measured(0, 60, measured);
      recorder.finish(
          begun
              .with()
              .durationSeconds(60)
              .windowSeconds(60)
              .operations(OperationResult.of(measured))
              .generator(GeneratorBuilder.builder().processes(1).requests(100).build())
              .verdict(new Verdict(Status.PASS, List.of(), bounds))
              .build());
    }
  }

  private static String line(RunOutcome outcome) {
    assertThat(outcome.lines()).hasSize(1);
    return outcome.lines().get(0);
  }

  private RunOutcome of(String jtl) throws IOException {
    return of(jtl, 1);
  }

  private RunOutcome of(String jtl, int engines) throws IOException {
    return RunOutcome.of(Files.writeString(directory.resolve("out.jtl"), jtl), engines);
  }
}
