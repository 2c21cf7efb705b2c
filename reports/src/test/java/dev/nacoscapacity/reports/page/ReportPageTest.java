package dev.nacoscapacity.reports.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.record.ConnectionSettings;
import dev.nacoscapacity.core.record.RunNotes;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.Source;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.text.Language;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportPageTest {

  @TempDir Path parent;

  @Test
  void shouldWriteTheSamePageAgain() throws IOException {
    Path folder = new SampleRun(Runs.good(), 5).write(parent.resolve("run"));

    Path page = ReportPage.write(folder, Language.ENGLISH);
    String first = Files.readString(page);
    ReportPage.write(folder, Language.ENGLISH);

    assertThat(page).isEqualTo(folder.resolve("report.html"));
    assertThat(Files.readString(page)).isEqualTo(first);
  }

  @Test
  void shouldOpenInChineseWhereItWasMadeSo() throws IOException {
    Path folder = new SampleRun(Runs.good(), 5).write(parent.resolve("run"));

    assertThat(Files.readString(ReportPage.write(folder, Language.CHINESE)))
        .contains("data-opens=\"zh\"");
    assertThat(Files.readString(ReportPage.write(folder, Language.ENGLISH)))
        .contains("data-opens=\"en\"");
  }

  @Test
  void shouldForbidForeignContentByItsPolicy() throws IOException {
    assertThat(page(Runs.good()))
        .contains("default-src &#39;none&#39;; img-src data:; style-src &#39;sha256-")
        .doesNotContain("unsafe-inline", "unsafe-eval", "<script src", "stylesheet");
  }

  @Test
  void shouldShowTagsAsTheyWereWritten() throws IOException {
    RunNotes remarks = new RunNotes(Map.of("title", "Before <b>1.2</b>", "ticket", "x & y"));

    String html = page(Runs.good().withRemarks(remarks));

    assertThat(html)
        .contains("<title>Before &lt;b&gt;1.2&lt;/b&gt; – ")
        .contains("<p class=\"remark\">title = Before &lt;b&gt;1.2&lt;/b&gt;</p>")
        .contains("<p class=\"remark\">ticket = x &amp; y</p>");
    assertThat(page(Runs.good())).doesNotContain("class=\"remark\"");
  }

  @Test
  void shouldSayWhatLatencyCountsFrom() throws IOException {
    RunRecord closed = Runs.good().withSource(Source.PLAN_JTL);

    assertThat(page(Runs.good()))
        .contains("data-t=\"calls.fromDue\"")
        .doesNotContain("data-t=\"calls.fromStart\"");
    assertThat(page(closed))
        .contains("data-t=\"calls.fromStart\"")
        .doesNotContain("data-t=\"calls.fromDue\"");
  }

  @Test
  void shouldSayWhereToReadWhatToDo() throws IOException {
    RunRecord late = Runs.judged(Runs.good().withGenerator(Runs.generator(900, 0)));

    assertThat(page(late))
        .contains("What to do: docs/troubleshooting.md#generatorlag")
        .contains("如何处理：docs/zh-CN/troubleshooting.md#generatorlag");
    assertThat(page(Runs.judged(Runs.good()))).doesNotContain("troubleshooting");
  }

  @Test
  void shouldShowWhatCameOfEachWave() throws IOException {
    RunRecord run = Runs.good().withWaves(List.of(Runs.deploy(12)));

    assertThat(page(run))
        .contains("<section id=\"waves\">", "滚动发布", "<td>238</td>", "<td>61.3 s</td>");
    assertThat(page(Runs.good())).doesNotContain("id=\"waves\"");
  }

  @Test
  void shouldShowEachStage() throws IOException {
    RunRecord judged = Runs.judged(Runs.good());
    RunRecord run = judged.withStages(List.of(Runs.stage(500, judged), Runs.stage(900, judged)));

    assertThat(page(run))
        .contains("<section id=\"stages\">", "加压阶梯", "<th scope=\"row\">500</th>")
        .contains("<td>100.0 s</td>", "data-0=\"900\"");
    assertThat(page(judged)).doesNotContain("id=\"stages\"");
  }

  @Test
  void shouldWarnOfARunThatCheckedNoCertificate() throws IOException {
    RunRecord good = Runs.good();
    ConnectionSettings insecure =
        new ConnectionSettings("all", true, List.of("lb:443"), null, null);
    RunRecord run = good.withTarget(good.target().withReached(insecure));

    assertThat(page(run))
        .contains("INSECURE: no server&#39;s certificate was checked", "不安全：")
        .contains("TLS (all, --insecure), entry lb:443");
    assertThat(page(good)).doesNotContain("INSECURE");
  }

  @Test
  void shouldSayThatARunOnAStandInProvesNothing() throws IOException {
    String html = page(Runs.begun(Target.EMBEDDED).build());

    assertThat(html).contains("nothing about Nacos").contains("class=\"stand-in\"");
    assertThat(page(Runs.good())).doesNotContain("class=\"stand-in\"");
  }

  @Test
  void shouldStampAModelsRunAndLeaveOutWhatItsMachineWasCharged() throws IOException {
    String predicted = page(Runs.predicted(Runs.good()));
    String measured = page(Runs.good());

    assertThat(predicted)
        .contains("model: a prediction, not a measurement", "模型预测，并非实测")
        .doesNotContain("data-t=\"requestsPerCpu\"", "data-t=\"heapMax\"");
    assertThat(measured)
        .doesNotContain("a prediction, not a measurement")
        .contains("data-t=\"requestsPerCpu\"", "data-t=\"heapMax\"");
  }

  @Test
  void shouldNameTheFileThatIsDamagedAndDrawTheOthers() throws IOException {
    Path folder = new SampleRun(Runs.good(), 5).write(parent.resolve("run"));
    append(folder.resolve("registry.csv"), "soon,later,node1,x\n");
    append(folder.resolve("latency.hlog"), "Tag=beat.latency,6.0,1.0,0.1,HISTFAAAnonsense\n");

    String html = Files.readString(ReportPage.write(folder, Language.ENGLISH));

    assertThat(html)
        .contains("registry.csv is damaged at line 27")
        .contains("cannot read")
        .contains("latency.hlog")
        .contains("id=\"plot-rate\"", "id=\"plot-cpu\"")
        .doesNotContain("id=\"plot-registry\"");
  }

  @Test
  void shouldLeaveOutALastRowThatACrashCutShort() throws IOException {
    Path folder = new SampleRun(Runs.good(), 5).abandon(parent.resolve("run"));
    append(folder.resolve("intervals.csv"), "2026-01-02T03:04:11Z,6,mea");
    append(folder.resolve("events.jsonl"), "{\"time\":\"2026-0");

    String html = Files.readString(ReportPage.write(folder, Language.ENGLISH));

    assertThat(html).contains("No verdict").doesNotContain("class=\"damage\"");
  }

  private String page(RunRecord run) throws IOException {
    Path folder = Files.createTempDirectory(parent, "run").resolve("run");
    return Files.readString(
        ReportPage.write(new SampleRun(run, 5).write(folder), Language.ENGLISH));
  }

  private static void append(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.APPEND);
  }
}
