package dev.nacoscapacity.reports.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.record.Recorder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.reports.compare.ComparedRuns;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/report table} and {@code compare}, as they are called. */
class CompareAndTableTest {

  @TempDir private Path parent;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private String off;
  private String on;

  @BeforeEach
  void write() {
    off = ComparedRuns.write(parent.resolve("off"), false, 60, 20).path().toString();
    on = ComparedRuns.write(parent.resolve("on"), true, 60, 50).path().toString();
  }

  @Test
  void shouldPrintAComparison() {
    assertThat(report("compare", off, on)).isEqualTo(ExitCode.OK);
    assertThat(out())
        .containsSubsequence("target.auth", "A    off", "B    on", "The same in all", "beat p99");
  }

  @Test
  void shouldKeepNotesOutOfCsv() {
    assertThat(report("compare", off, on, "--format", "csv")).isEqualTo(ExitCode.OK);
    assertThat(out()).startsWith("operation,figure").doesNotContain("by second: the median");
    assertThat(err.toString(UTF_8)).contains("by second: the median");
  }

  @Test
  void shouldPrintTheTableInEachFormat() {
    assertThat(report("table", off, on, "--format", "markdown")).isEqualTo(ExitCode.OK);
    assertThat(out())
        .contains("| who |", "| off | 1.4.1 | off |", "| on | 1.4.1 | on |", "- Compares:");
    assertThat(report("table", off, "--format", "xml")).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void shouldLeaveAStudyOutOfTheTable() throws Exception {
    Path study = Files.createDirectory(parent.resolve("study"));
    Files.writeString(study.resolve("study.json"), "{}");

    assertThat(report("table", off, study.toString())).isEqualTo(ExitCode.OK);

    assertThat(out()).contains("off").doesNotContain("study  ");
    assertThat(err.toString(UTF_8)).contains("study is a study, left out: name its runs");
  }

  @Test
  void shouldSayWhatIsWrongWithAFolder() throws Exception {
    Path foreign = Files.createDirectory(parent.resolve("foreign"));
    Files.writeString(foreign.resolve("run.json"), "{\"hello\": 1}");
    Path half = Files.createDirectory(parent.resolve("half"));
    Files.writeString(half.resolve("run.json"), "{\"schema\": 2, \"tool\": {");
    Path newer = Files.createDirectory(parent.resolve("newer"));
    Files.writeString(
        newer.resolve("run.json"),
        "{\"schema\": 9, \"tool\": {\"version\": \"7.0\"}, \"workload\": {}}");
    Path empty = Files.createDirectory(parent.resolve("empty"));

    assertRefused(foreign, "was not written by this tool");
    assertRefused(half, "is damaged or cut short");
    assertRefused(newer, "has schema 9, and this version reads 2; use version 7.0");
    assertRefused(empty, "is not a run: it has no run.json");
    assertRefused(parent.resolve("nowhere"), "no such folder");
  }

  private void assertRefused(Path folder, String why) {
    for (String command : new String[] {"compare", "table"}) {
      out.reset();
      err.reset();
      assertThat(report(command, off, folder.toString())).isEqualTo(ExitCode.INCONCLUSIVE);
      assertThat(err.toString(UTF_8).lines()).hasSize(1).allMatch(line -> line.contains(why));
      assertThat(out()).isEmpty();
    }
  }

  @Test
  void shouldAskForTwoRuns() {
    assertThat(report("compare", off)).isEqualTo(ExitCode.USAGE);
    assertThat(report("compare", off, on, off, on, off, on, off, on, off))
        .isEqualTo(ExitCode.USAGE);
  }

  @Test
  void shouldFailWhenTheDifferenceFromTheBaselineIsTooLarge() throws Exception {
    Path junit = parent.resolve("junit.xml");

    assertThat(
            report(
                "compare",
                "--baseline",
                off,
                on,
                "--fail-if",
                "beat.p99>+20%",
                "--fail-if=missing>+0",
                "--junit=" + junit))
        .isEqualTo(ExitCode.FAIL);

    assertThat(err.toString(UTF_8))
        .contains(
            "FAIL: on: beat.p99 was 20, is 50 ms, +150.0 % (fail if >+20%)",
            "ok: on: missing was 0, is 0");
    assertThat(Files.readString(junit))
        .contains("tests=\"2\" failures=\"1\"", "name=\"beat.p99&gt;+20%\"");
    assertThat(report("compare", "--baseline", off, on, "--fail-if", "beat.p99>+200%"))
        .isEqualTo(ExitCode.OK);
  }

  @Test
  void shouldNotPassADifferenceThatIsUnknown() {
    String killed = parent.resolve("killed").toString();
    try (Recorder recorder = Recorder.open(Path.of(killed), Runs.begun().build())) {
      recorder.finish(Runs.begun().build());
    }

    assertThat(report("compare", "--baseline", off, killed, "--fail-if", "beat.p99>+20%"))
        .isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(err.toString(UTF_8)).contains("unknown: killed: beat.p99 is unknown in killed");
  }

  @Test
  void shouldNotPassARunThatWasStopped() {
    String stopped = parent.resolve("stopped").toString();
    RunRecord run = Runs.good().withInterrupted(true);
    try (Recorder recorder = Recorder.open(Path.of(stopped), run)) {
      recorder.finish(Judge.standard().judged(run, Criteria.defaults()));
    }

    assertThat(report("compare", "--baseline", off, stopped, "--fail-if", "missing>+0"))
        .isEqualTo(ExitCode.INCONCLUSIVE);
    assertThat(err.toString(UTF_8))
        .contains("unknown: stopped: missing proves nothing, since stopped is inconclusive");
  }

  @Test
  void shouldRefuseAConditionThatCannotBeMeant() {
    assertUsage("for example beat.p99>+20%", "compare", off, on, "--fail-if", "beat.p99>20%");
    assertUsage("is of no figure of these runs", "compare", off, on, "--fail-if", "beet.p99>+2%");
    assertUsage("--junit is of what comes of --fail-if", "compare", off, on, "--junit", "x.xml");
    assertUsage("Missing required parameter", "compare", "--baseline", off);
    assertUsage("compare takes 2 to 8 runs", "compare", off);
  }

  private void assertUsage(String why, String... args) {
    err.reset();
    assertThat(report(args)).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(UTF_8)).contains(why);
  }

  @Test
  void shouldSumRunsUp() {
    assertThat(report("summary", off, on)).isEqualTo(ExitCode.OK);
    assertThat(out()).containsSubsequence("## off: PASS", "## on: PASS");

    out.reset();
    assertThat(report("summary", off, on, "--format", "junit")).isEqualTo(ExitCode.OK);
    assertThat(out()).startsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    assertThat(report("summary", parent.toString())).isEqualTo(ExitCode.INCONCLUSIVE);
  }

  private int report(String... args) {
    return ReportMain.commandLine(
            new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8))
        .execute(args);
  }

  private String out() {
    return out.toString(UTF_8);
  }
}
