package dev.nacoscapacity.reports.page;

import static dev.nacoscapacity.core.text.Arguments.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Severity;
import dev.nacoscapacity.reports.summary.TrialFigure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyPageTest {

  @TempDir private Path parent;

  private String html(Path folder) throws IOException {
    return Files.readString(ReportPage.write(folder, Language.ENGLISH));
  }

  @Test
  void shouldShowEachTrialWithALinkThenMedianRangeAndBound() throws IOException {
    Path folder =
        new SampleStudy("experiment", Map.of("experiment", "kill-node", "instances", "500"))
            .recovered("trial-1", 500, 12)
            .recovered("trial-2", 500, 20)
            .recovered("trial-3", 500, 16)
            .write(parent.resolve("study"), null, "pass");

    assertThat(html(folder))
        .contains(
            "3 of 3 trials passed", "Does the registry come through kill-node with 500 instances?")
        .contains("<a href=\"./trial-2/report.html\">trial-2</a>")
        .contains("the probability of failing is below 64 % (1 − 0.05^(1/3))")
        .contains("Recovered means: for 30 s")
        .contains("<td>16</td>", "<td>12..20</td>", "<td>13</td>", "<td>9..17</td>")
        .contains("data-plot=\"recoveries\"")
        .doesNotContain("data-plot=\"sizes\"");
  }

  @Test
  void shouldBracketTheSizesAndTellHowFarBelowTheUnfailedOnesTheyLie() throws IOException {
    Study.Bracket bracket =
        new Study.Bracket(200, 400, new Study.Votes(1, 0), new Study.Votes(0, 1), null);
    Path folder =
        new SampleStudy("safe-capacity")
            .steady("200-steady", 200)
            .recovered("200-trial-1", 200, 9)
            .steady("400-steady", 400)
            .failed("400-trial-1", 400)
            .write(parent.resolve("study"), bracket, "[200, 400) instances");

    String html = html(folder);

    assertThat(html)
        .contains("How many instances does the registry carry through the loss of 1 of its nodes?")
        .contains("200: passed 1 of 1", "400: failed 1 of 1")
        .contains("While nothing is broken 400 instances pass: the answer lies 50 % below.")
        .contains("\"passes\":200,\"fails\":400,\"unfailed\":400")
        .contains("data-plot=\"sizes\"")
        .as("sizes differ, so a median would say nothing")
        .doesNotContain("<tfoot>");
  }

  @Test
  void shouldNameNoClusterAtTheHeadWhenRowsHaveDifferentOnes() throws IOException {
    SampleStudy plan = new SampleStudy("plan").steady("01-400", 400);
    assertThat(html(plan.write(parent.resolve("one"), null, "1 of 1 rows pass.")))
        .contains("<span data-t=\"target\">");

    plan.predicted("02-400", 400);
    assertThat(html(plan.write(parent.resolve("two"), null, "2 of 2 rows pass.")))
        .doesNotContain("<span data-t=\"target\">");
  }

  @Test
  void shouldNameTheClusterWhenTheFirstRunDoesNotTellOne() throws IOException {
    SampleStudy plan = new SampleStudy("plan").untold("01-400", 400).steady("02-400", 400);

    assertThat(html(plan.write(parent.resolve("study"), null, "2 of 2 rows pass.")))
        .contains("<span data-t=\"target\">");
  }

  @Test
  void shouldLeaveOutTheRowsOfARoundThatEndedWithASmallerLoadThatPassed() throws IOException {
    Path folder =
        new SampleStudy("plan")
            .failed("01-400", 400)
            .recovered("02-200", 200, 9)
            .write(parent.resolve("study"), null, "1 of 2 rows pass.");
    Study.read(folder)
        .withTrials(
            List.of("01-400", "02-200"),
            List.of(
                Map.of("round", "a", "instances", 400, "status", "fail", "until", "pass"),
                Map.of("round", "a", "instances", 200, "status", "pass", "until", "pass")))
        .write(folder);

    assertThat(html(folder))
        .contains("class=\"verdict pass\"", "1 of 1 trial passed")
        .as("rows of a plan differ, so their failures have no common probability")
        .doesNotContain("1 of 2 conclusive trials failed");
  }

  /** The page of a size for which no cluster was overloaded. */
  private String sizeAnswered(Study.Bracket bracket, String answer) throws IOException {
    Path folder = parent.resolve("study");
    Study.begin("size", "How large?", Map.of(), Instant.EPOCH)
        .withTrials(
            List.of("count-3", "asked"),
            List.of(
                Map.of("stage", "count", "status", "pass", "capacity", Map.of("8", 900)),
                Map.of("stage", "asked", "status", "pass", "instances", 1_000)))
        .withAnswer(bracket, answer)
        .write(folder);
    return html(folder);
  }

  @Test
  void shouldSayThatNoClusterIsLargeEnoughAlthoughRunsPassed() throws IOException {
    assertThat(sizeAnswered(null, "None."))
        .contains("no cluster is large enough", "How large must a cluster be?")
        .doesNotContain("2 of 2 trials passed");
  }

  @Test
  void shouldNameTheClusterInWordsWhenItsOverloadWasNotRun() throws IOException {
    assertThat(
            sizeAnswered(new Study.Bracket(1_000, null, null, null, null), "3 nodes of 8 cores."))
        .contains("3 nodes of 8 cores.")
        .doesNotContain("1,000 instances or");
  }

  @Test
  void shouldShowTheVotesOfBothSizesAndWhatWasNotShown() throws IOException {
    Study.Bracket bracket =
        new Study.Bracket(500, 1_000, new Study.Votes(2, 1), new Study.Votes(0, 2), 700);
    Path folder =
        new SampleStudy("capacity")
            .recovered("500-trial-1", 500, 9)
            .steady("1000", 1_000)
            .write(parent.resolve("study"), bracket, "500 pass, 1,000 fail.");

    assertThat(html(folder))
        .contains("500: passed 2 of 3, so a trial of this size passes 13 % of the time or more")
        .contains("1,000: failed 2 of 2, so a trial of this size fails 22 % of the time or more")
        .contains("700: not shown")
        .contains("{0}：{2} 次中通过 {1} 次")
        .as("its own trials are counted already")
        .doesNotContain("None of 1 conclusive trials failed");
  }

  @Test
  void shouldGiveNoBoundForASizeThatFailedWithNothingBroken() throws IOException {
    Study.Bracket bracket =
        new Study.Bracket(200, 400, new Study.Votes(3, 0), new Study.Votes(1, 0), null);
    Path folder =
        new SampleStudy("safe-capacity")
            .recovered("200-trial-1", 200, 9)
            .recovered("400-trial-1", 400, 9)
            .write(parent.resolve("study"), bracket, "[200, 400) instances");

    assertThat(html(folder)).contains("200: passed 3 of 3").doesNotContain("400: failed");
  }

  @Test
  void shouldShowWhatWasUsedUpInTheLastOfTheLongestTrialsThatFailed() throws IOException {
    Path folder =
        new SampleStudy("capacity")
            .steady("01-500", 500)
            .overloaded("02-1000", 1_000, 60, threads(with("threads", 11)))
            .overloaded("03-1000", 1_000, 60, threads(with("threads", 22).and("connections", 7)))
            .overloaded("04-1000", 1_000, 30, threads(with("threads", 33)))
            .write(parent.resolve("study"), new Study.Bracket(500, 1_000), "500 pass, 1,000 fail.");

    String html = html(folder);

    assertThat(html.substring(0, html.indexOf("<script type")))
        .contains("What broke first, at 1,000 instances", "timed out", "at most 22 threads")
        .contains("单个节点最多有 22 个线程、7 条连接。")
        .doesNotContain("at most 11 threads", "at most 33 threads");
  }

  @Test
  void shouldSayCallsASecondOfAStudyOfARate() throws IOException {
    Path folder =
        new SampleStudy("rate", Map.of("api", "query"))
            .steady("01-500", 500)
            .overloaded("02-1000", 1_000, 60, threads(with("threads", 11)))
            .write(parent.resolve("study"), new Study.Bracket(500, 1_000), "500 pass, 1,000 fail.");

    String html = html(folder);
    String shown = html.substring(0, html.indexOf("<script type"));

    assertThat(shown)
        .contains("How many calls of query a second does the registry take?")
        .contains("[500, 1,000) calls/s", "What broke first, at 1,000 calls/s", ">Calls/s<")
        .doesNotContain("000 instances", "000) instances", ">Instances<");
    assertThat(html).contains("\"unit\":\"instances.rate\"");
  }

  @Test
  void shouldStampAStudyOnAModel() throws IOException {
    Path predicted =
        new SampleStudy("capacity").predicted("01-500", 500).write(parent.resolve("p"), null, null);
    Path measured =
        new SampleStudy("capacity").steady("01-500", 500).write(parent.resolve("m"), null, null);

    assertThat(html(predicted)).contains("model: a prediction, not a measurement", "模型预测，并非实测");
    assertThat(html(measured)).doesNotContain("a prediction, not a measurement");
  }

  private static Reason threads(Arguments arguments) {
    return Reason.of(Severity.CAUSE, "serverThreads", arguments);
  }

  @Test
  void shouldShowWhatOnlyAKindKnowsAsItIs() throws IOException {
    Path folder =
        new SampleStudy("survey")
            .steady("01-500", 500)
            .write(parent.resolve("study"), null, "1 of 1 rows pass.");

    String html = html(folder);

    assertThat(html.substring(0, html.indexOf("<script")))
        .contains("Does it hold?", "1 of 1 rows pass.", ">p99<", "<td>1.5</td>", ">confirm<")
        .doesNotContain("Recovered means", "the probability of failing");
  }

  @Test
  void shouldShowAStudyThatGoesOnOrWhoseRunsAreGone() throws IOException {
    Path folder =
        new SampleStudy("capacity").steady("200", 200).write(parent.resolve("study"), null, null);
    Files.move(folder.resolve("200"), parent.resolve("elsewhere"));

    assertThat(html(folder)).contains("Not finished", "<td>200</td>");
  }

  @Test
  void shouldRefuseAFolderThatHoldsNothing() {
    assertThatThrownBy(() -> ReportPage.write(parent, Language.ENGLISH))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining("run.json");
  }

  @Test
  void shouldHaveWordsForEveryFigure() {
    for (TrialFigure figure : TrialFigure.values()) {
      assertThat(Translations.load().has("study.figure." + figure.word()))
          .as(figure.word())
          .isTrue();
    }
  }
}
