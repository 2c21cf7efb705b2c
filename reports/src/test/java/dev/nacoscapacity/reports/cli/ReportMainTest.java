package dev.nacoscapacity.reports.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.merge.ShardFolder;
import dev.nacoscapacity.core.record.Recorder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportMainTest {

  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void shouldPrintWhereThePageIs() {
    Path run = folder.resolve("run");
    Recorder.open(run, Runs.begun().build()).close();

    assertThat(execute("render", run.toString())).isZero();
    assertThat(out.toString(UTF_8).strip()).isEqualTo(run.resolve("report.html").toString());
    assertThat(run.resolve("report.html")).isNotEmptyFile();
  }

  @Test
  void shouldSayInOneLineWhatIsWrongWithAFolder() throws IOException {
    assertThat(execute("render", folder.resolve("nowhere").toString())).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("no such folder").hasLineCount(1);

    Files.writeString(
        folder.resolve("run.json"),
        "{\"schema\": 99, \"tool\": {\"version\": \"9\"}," + "\"workload\": {}}");
    assertThat(execute("render", folder.toString())).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("has schema 99", "use version 9").hasLineCount(1);

    Files.writeString(folder.resolve("run.json"), "{\"name\": \"of another tool\"}");
    assertThat(execute("render", folder.toString())).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("not written by this tool").hasLineCount(1);

    Files.writeString(folder.resolve("run.json"), "{\"schema\": 2, \"too");
    assertThat(execute("render", folder.toString())).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("damaged or cut short").hasLineCount(1);
  }

  @Test
  void shouldRefuseWrongUsage() {
    assertThat(execute()).isEqualTo(64);
    assertThat(err.toString(UTF_8))
        .contains("a command is missing: compare, import, merge, render, summary, table");
    assertThat(execute("render")).isEqualTo(64);
    assertThat(err.toString(UTF_8)).contains("RUN").contains("; see bin/report render --help");
    assertThat(execute("rendr", "x")).isEqualTo(64);
  }

  @Test
  void shouldExitWithTheVerdictOfAMergedRun() {
    Path one = folder.resolve("1-of-2");
    Path two = folder.resolve("2-of-2");
    ShardFolder.begin(one, "1/2").finish(List.of(100L));
    ShardFolder.begin(two, "2/2").finish(List.of(200L));
    Path all = folder.resolve("all");

    // Some beats of each timed out.
    assertThat(execute("merge", one.toString(), two.toString(), "--out", all.toString()))
        .isEqualTo(1);
    assertThat(out.toString(UTF_8)).contains("FAIL (exit code 1)");
  }

  @Test
  void shouldPrintNoExitCodeOfAnImportedRun() throws IOException {
    Path jtl =
        Files.writeString(
            folder.resolve("out.jtl"),
            "timeStamp,elapsed,label,responseCode,responseMessage,success,failureMessage,"
                + "SampleCount,ErrorCount\n"
                + "1000,5,beat,503,Unavailable,false,,1,1\n"
                + "3000,5,beat,200,,true,,1,0\n");

    assertThat(execute("import", jtl.toString(), "--out", folder.resolve("run").toString()))
        .isZero();
    assertThat(out.toString(UTF_8))
        .containsPattern("(?m)^(FAIL|INCONCLUSIVE)$")
        .contains("2 calls of JMeter")
        .doesNotContain("exit code", "0 instances", "0 nodes", "100.0");
    assertThat(folder.resolve("run/report.html"))
        .content()
        .contains("data-t=\"question.jtl\"")
        .doesNotContain("data-t=\"instances.of\"", "data-t=\"nodes.of\"", "data-t=\"offered\"");
    assertThat(execute("summary", folder.resolve("run").toString())).isZero();
    assertThat(out.toString(UTF_8)).contains("| run | - |");
    for (String command : new String[] {"compare", "table"}) {
      String run = folder.resolve("run").toString();
      assertThat(execute(command, run, run)).as(err.toString(UTF_8)).isZero();
    }
  }

  @Test
  void shouldLeaveNoFolderOfAJtlThatItRefuses() throws IOException {
    Path jtl = Files.writeString(folder.resolve("out.jtl"), "timeStamp,elapsed,label,success\n");

    assertThat(execute("import", jtl.toString(), "--out", folder.resolve("run").toString()))
        .isEqualTo(2);
    assertThat(folder.resolve("run")).doesNotExist();
  }

  private int execute(String... args) {
    out.reset();
    err.reset();
    return ReportMain.commandLine(new PrintStream(out), new PrintStream(err)).execute(args);
  }
}
