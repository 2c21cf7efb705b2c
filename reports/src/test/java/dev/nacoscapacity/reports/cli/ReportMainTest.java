package dev.nacoscapacity.reports.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.merge.ShardFolder;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.reports.compare.ComparedRuns;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bin/report} as it is called. */
@Execution(ExecutionMode.CONCURRENT)
class ReportMainTest {

  private static final String JTL_HEADER =
      "timeStamp,elapsed,label,responseCode,responseMessage,success,failureMessage,SampleCount,"
          + "ErrorCount\n";

  @TempDir private Path parent;
  private String out;
  private String err;

  /** Two runs, of which the one with auth has the slower beats: 50 ms instead of 20. */
  @BeforeEach
  void write() {
    ComparedRuns.write(parent.resolve("off"), false, 60, 20);
    ComparedRuns.write(parent.resolve("on"), true, 60, 50);
  }

  /** Words that begin with ./ are in the folder of the test. */
  private int report(String line) {
    ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
    ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
    int exitCode =
        ReportMain.commandLine(
                new PrintStream(outBytes, true, UTF_8), new PrintStream(errBytes, true, UTF_8))
            .execute(line.isEmpty() ? new String[0] : line.replace("./", parent + "/").split(" "));
    out = outBytes.toString(UTF_8);
    err = errBytes.toString(UTF_8);
    return exitCode;
  }

  private void record(String name, RunRecord run) {
    try (Recorder recorder = Recorder.open(parent.resolve(name), run)) {
      recorder.finish(run);
    }
  }

  @Test
  void shouldPrintWhereThePageIs() {
    assertThat(report("render ./off")).isZero();
    assertThat(out.strip()).isEqualTo(parent.resolve("off/report.html").toString());
    assertThat(parent.resolve("off/report.html")).isNotEmptyFile();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"schema": 99, "tool": {"version": "9"}, "workload": {}} | has schema 99
          {"schema": 99, "tool": {"version": "9"}, "workload": {}} | use version 9
          {"name": "of another tool"}                              | not written by this tool
          """)
  void shouldSayInOneLineWhatIsWrongWithARecord(String json, String words) throws IOException {
    Files.writeString(Files.createDirectory(parent.resolve("other")).resolve("run.json"), json);

    assertThat(report("render ./other")).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(err).contains(words).hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"render", "compare ./off", "table ./off", "summary", "trend ./off"})
  void shouldSayInOneLineWhatIsWrongWithAFolder(String command) throws IOException {
    Path foreign = Files.createDirectory(parent.resolve("foreign"));
    Files.writeString(foreign.resolve("run.json"), "{\"schema\": 2, \"too");

    assertThat(report(command + " ./nowhere")).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(err).contains("no such folder").hasLineCount(1);
    assertThat(report(command + " ./foreign")).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(err).contains("damaged").hasLineCount(1);
    assertThat(out).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'', 'compare, trend, import, merge, render, summary, table'",
    "render, see bin/report render --help",
    "rendr x, rendr",
    "table ./off --format xml, xml",
    "trend, required parameter",
    "trend ./off --format junit, junit",
    "compare ./off, 2 to 8 runs",
    "compare ./off ./on ./off ./on ./off ./on ./off ./on ./off, 2 to 8 runs",
    "compare --baseline ./off, required parameter",
    "compare ./off ./on --threshold beat.p99<20%, for example beat.p99<+20%",
    "compare ./off ./on --threshold beet.p99<+2%, no figure of these runs",
    "compare ./off ./on --junit x.xml, --threshold"
  })
  void shouldRefuseWrongUsage(String line, String named) {
    assertThat(report(line)).isEqualTo(ExitCode.USAGE);
    assertThat(err).contains(named);
  }

  @Test
  void shouldPrintAComparison() {
    assertThat(report("compare ./off ./on")).isZero();
    assertThat(out)
        .containsSubsequence("target.auth", "A    off", "B    on", "The same in all", "beat p99");
  }

  @Test
  void shouldKeepNotesOutOfCsv() {
    assertThat(report("compare ./off ./on --format csv")).isZero();
    assertThat(out).startsWith("operation,figure").doesNotContain("by second: the median");
    assertThat(err).contains("by second: the median");
  }

  @Test
  void shouldPrintTheTableAndLeaveAStudyOut() throws IOException {
    Path study = Files.createDirectory(parent.resolve("study"));
    Files.writeString(study.resolve("study.json"), "{}");

    assertThat(report("table ./off ./on ./study --format markdown")).isZero();
    assertThat(out)
        .contains("| who |", "| off | 1.4.1 | off |", "| on | 1.4.1 | on |", "- Compares:")
        .doesNotContain("| study");
    assertThat(err).contains("study is a study");
  }

  @Test
  void shouldFailWhenTheDifferenceFromTheBaselineIsTooLarge() throws IOException {
    assertThat(
            report(
                "compare --baseline ./off ./on --threshold beat.p99<+20% --threshold missing<+0"
                    + " --junit ./junit.xml"))
        .isEqualTo(ExitCode.FAIL);
    assertThat(err).contains("FAIL: on: beat.p99 was 20, is 50 ms", "ok: on: missing was 0, is 0");
    assertThat(Files.readString(parent.resolve("junit.xml")))
        .contains("tests=\"2\" failures=\"1\"", "name=\"beat.p99&lt;+20%\"");
    assertThat(report("compare --baseline ./off ./on --threshold beat.p99<+200%")).isZero();
  }

  @Test
  void shouldNotPassADifferenceThatIsUnknownOrOfARunThatWasStopped() {
    record("killed", Runs.begun().build());
    record("stopped", Runs.judged(Runs.good().withInterrupted(true)));

    assertThat(report("compare --baseline ./off ./killed --threshold beat.p99<+20%"))
        .isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(err).contains("unknown: killed: beat.p99");
    assertThat(report("compare --baseline ./off ./stopped --threshold missing<+0"))
        .isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(err).contains("unknown: stopped: missing", "inconclusive");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "compare ./off ./on",
        "table ./off ./on",
        "summary ./off ./on",
        "trend ./off ./on"
      })
  void shouldWriteNothingButAnArrayOfLikeObjectsWhenItIsJson(String command) throws IOException {
    assertThat(report(command + " --format json")).as(err).isZero();

    JsonNode rows = new ObjectMapper().readTree(out);
    assertThat(rows.isArray()).isTrue();
    assertThat(rows).hasSizeGreaterThanOrEqualTo(2);
    List<String> keys = new ArrayList<>();
    rows.get(0).fieldNames().forEachRemaining(keys::add);
    assertThat(rows)
        .allSatisfy(row -> assertThat(row.fieldNames()).toIterable().isEqualTo(keys))
        .anySatisfy(
            row -> assertThat(row).anySatisfy(field -> assertThat(field.isNumber()).isTrue()));
  }

  @Test
  void shouldWriteFiguresAsNumbersWhenItIsJson() throws IOException {
    report("compare ./off ./on --format json");

    assertThat(new ObjectMapper().readTree(out))
        .anySatisfy(
            row -> {
              assertThat(row.path("operation").asText()).isEqualTo("beat");
              assertThat(row.path("figure").asText()).isEqualTo("p99");
              assertThat(row.path("run").asText()).isEqualTo("B");
              assertThat(row.path("value").numberValue()).isEqualTo(50);
              assertThat(row.path("difference").numberValue()).isEqualTo(30);
              assertThat(row.path("q1").isNull()).isTrue();
            });
    assertThat(err).contains("by second: the median");
  }

  private static String unwrapped(String text) {
    return text.replaceAll("\\s+", " ");
  }

  private void nights(double... p99Ms) {
    for (int i = 0; i < p99Ms.length; i++) {
      ComparedRuns.night(parent.resolve("nightly"), i, p99Ms[i]);
    }
  }

  @Test
  void shouldFailWhenTheNewestRunIsWorseThanTheEarlierOnes() {
    nights(40, 40, 40, 40, 40, 80);

    assertThat(report("trend ./nightly --html ./trend.html")).as(err).isEqualTo(ExitCode.FAIL);
    assertThat(out).containsPattern("(?m)^beat p99 .*night-005, worse$");
    assertThat(unwrapped(out))
        .contains("out of band for the worse: beat p50, beat p99", "Band: the median of");
    assertThat(parent.resolve("trend.html")).isNotEmptyFile();
    assertThat(report("trend ./nightly --format json")).isEqualTo(ExitCode.FAIL);
    assertThat(unwrapped(err)).contains("out of band for the worse", "Band: the median of");
  }

  @Test
  void shouldPassWhenAnEarlierRunWasWorseThanTheNewest() {
    nights(40, 40, 40, 40, 40, 80, 40);

    assertThat(report("trend ./nightly --format markdown")).as(err).isZero();
    assertThat(out)
        .containsPattern("\\| beat p99 .*\\| within \\| .*night-005, worse \\|")
        .contains("- The newest run");
  }

  @Test
  void shouldNotPassANewestRunThatIsInconclusive() {
    nights(40, 40, 40, 40, 40);
    ComparedRuns.night(parent.resolve("nightly"), 5, run -> run.withInterrupted(true));

    assertThat(report("trend ./nightly")).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(unwrapped(out)).contains("night-005, is not judged: it is inconclusive");
  }

  @Test
  void shouldSayFirstThatATrendIsOfAStandIn() {
    record("stand-in", Runs.judged(Runs.begun(Target.EMBEDDED).build()));

    report("trend ./stand-in");
    assertThat(out).startsWith("Stand-in: no Nacos was there.");
    report("trend ./stand-in --format csv");
    assertThat(out).startsWith("operation,figure");
    assertThat(err).startsWith("Stand-in: no Nacos was there.");
  }

  @ParameterizedTest
  @CsvSource({"nightly, damaged", "empty, no run in"})
  void shouldSayInOneLineWhatIsWrongWithAFolderOfRuns(String folder, String words)
      throws IOException {
    nights(40, 40);
    Files.createDirectory(parent.resolve("empty"));
    Path broken = Files.createDirectory(parent.resolve("nightly/broken"));
    Files.writeString(broken.resolve("run.json"), "{\"schema\": 2, \"too");

    assertThat(report("trend ./" + folder)).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(err).contains(words, parent.resolve(folder).toString()).hasLineCount(1);
    assertThat(out).isEmpty();
  }

  @Test
  void shouldSummarizeRuns() {
    assertThat(report("summary ./off ./on")).isZero();
    assertThat(out).containsSubsequence("## off: PASS", "## on: PASS");
    assertThat(report("summary ./off ./on --format junit")).isZero();
    assertThat(out).startsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
  }

  @Test
  void shouldCountTheInstancesOfTheStageThatWasMeasuredLast() throws IOException {
    RunRecord run = Runs.judged(Runs.good());
    record("grown", run.withStages(List.of(Runs.stage(500, run))));

    assertThat(report("summary ./grown --format json")).isZero();
    assertThat(new ObjectMapper().readTree(out).at("/0/instances").intValue()).isEqualTo(500);
    assertThat(report("render ./grown")).isZero();
    assertThat(Files.readString(parent.resolve("grown/report.html")))
        .containsPattern("<title>[^<]*500 instances");
  }

  @Test
  void shouldExitWithTheVerdictOfAMergedRun() {
    ShardFolder.begin(parent.resolve("1-of-2"), "1/2").finish(List.of(100L));
    ShardFolder.begin(parent.resolve("2-of-2"), "2/2").finish(List.of(200L));

    // Some beats of each timed out.
    assertThat(report("merge ./1-of-2 ./2-of-2 --out ./all")).isEqualTo(ExitCode.FAIL);
    assertThat(out).contains("FAIL (exit code 1)");
    assertThat(parent.resolve("all/report.html")).isNotEmptyFile();
  }

  @Test
  void shouldBeInconclusiveWithoutOneOfTheShardsInAFolder() {
    ShardFolder.begin(parent.resolve("shards/a"), "1/3").finish(List.of(100L));
    ShardFolder.begin(parent.resolve("shards/b"), "3/3").finish(List.of(200L));

    assertThat(report("merge ./shards --out ./all")).as(err).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(out).contains("missing: shard 2 of 3", "INCONCLUSIVE (exit code 2)");
  }

  @Test
  void shouldNotWaitForWhatHadEnded() {
    ShardFolder.begin(parent.resolve("shards/a"), "1/2").finish(List.of(100L));
    ShardFolder.begin(parent.resolve("shards/b"), "2/2").finish(List.of(200L));

    assertThat(report("merge ./shards --wait 30m --out ./all")).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(err).contains("had ended before: leave out --wait");
  }

  @Test
  void shouldPrintNoExitCodeOfAnImportedRun() throws IOException {
    Files.writeString(
        parent.resolve("out.jtl"),
        JTL_HEADER + "1000,5,beat,503,Unavailable,false,,1,1\n3000,5,beat,200,,true,,1,0\n");

    assertThat(report("import ./out.jtl --out ./run")).isZero();
    assertThat(out)
        .containsPattern("(?m)^(FAIL|INCONCLUSIVE)$")
        .contains("2 calls of JMeter")
        .doesNotContain("exit code", "0 instances", "0 nodes", "100.0");
    assertThat(parent.resolve("run/report.html"))
        .content()
        .contains("data-t=\"question.jtl\"")
        .doesNotContain("data-t=\"instances.of\"", "data-t=\"nodes.of\"", "data-t=\"offered\"");
    assertThat(report("summary ./run")).isZero();
    assertThat(out).contains("| run | - |");
    assertThat(report("compare ./run ./run")).as(err).isZero();
    assertThat(report("table ./run ./run")).as(err).isZero();
  }

  @Test
  void shouldLeaveNoFolderOfAJtlThatItRefuses() throws IOException {
    Files.writeString(parent.resolve("out.jtl"), JTL_HEADER);

    assertThat(report("import ./out.jtl --out ./run")).isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(parent.resolve("run")).doesNotExist();
  }
}
