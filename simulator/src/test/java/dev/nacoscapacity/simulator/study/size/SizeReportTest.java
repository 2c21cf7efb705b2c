package dev.nacoscapacity.simulator.study.size;

import static dev.nacoscapacity.core.text.Arguments.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Severity;
import dev.nacoscapacity.core.verdict.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SizeReportTest {

  private static final ClusterSize SIZE = new ClusterSize(4, 2, 1024, 1);
  private static final Grid GRID = new Grid(List.of(4), List.of(2), true, List.of(1024L), 1, 0);
  private static final SizeQuestion QUESTION = Fixtures.question(5_000, GRID);

  private static final List<SizeAnswer.SmallCluster> TOO_SMALL =
      List.of(
          new SizeAnswer.SmallCluster(SIZE.withNodes(3), 9_000, Optional.empty()),
          new SizeAnswer.SmallCluster(SIZE.withNodes(2), 0, Optional.empty()),
          new SizeAnswer.SmallCluster(
              SIZE.withNodes(1),
              6_000,
              Optional.of(
                  Fixtures.trial(
                      ClusterTrial.Stage.ASKED,
                      SIZE.withNodes(1),
                      0,
                      5_000,
                      Status.PASS,
                      0.9,
                      0.8))));

  private static ClusterTrial beyond(String code, Arguments arguments) {
    ClusterTrial trial = Fixtures.trial(ClusterTrial.Stage.BEYOND, SIZE, 0, 9_000, Status.FAIL);
    return new ClusterTrial(
        trial.stage(),
        trial.result(),
        trial.nodes(),
        trial.use(),
        List.of(Reason.of(Severity.CAUSE, code, arguments)),
        Map.of(),
        null);
  }

  @Test
  void shouldAnswerAllTheSameWhenTheRunBeyondCouldNotBeMade() {
    assertThat(lines(Optional.empty(), 4_000))
        .anyMatch(line -> line.startsWith("The smallest"))
        .contains("What breaks first beyond it is unknown: that run could not be made.");
  }

  private static List<String> lines(ClusterTrial beyond, int safe) {
    return lines(Optional.of(beyond), safe);
  }

  private static List<String> lines(Optional<ClusterTrial> beyond, int safe) {
    ClusterTrial passed = Fixtures.trial(ClusterTrial.Stage.ASKED, SIZE, 0, 5_000, Status.PASS);
    SizedCluster best = new SizedCluster(SIZE, passed, 0.67, 7_512, safe);
    SizeAnswer answer = new SizeAnswer(List.of(best), TOO_SMALL, beyond);
    return new SizeReport(QUESTION, answer).lines(Language.ENGLISH);
  }

  @Test
  void shouldShowFiguresOfTheBusiestNodeAndWhyOtherKindsAreTooSmall() {
    List<String> lines = lines(beyond("nothingFull", with("threads", 200)), 4_000);

    assertThat(lines.get(lines.indexOf("") + 1).trim().split(" {2,}"))
        .containsExactly(
            "nodes",
            "cores",
            "heap",
            "CPU",
            "beat p99 ms",
            "heap live",
            "breaks at",
            "plan with",
            "safe, 1 dead");
    assertThat(lines)
        .anyMatch(
            line ->
                List.of(line.trim().split(" {2,}"))
                    .equals(
                        List.of("4", "2", "1g", "67 %", "10.0", "30 %", "7,510", "2,500", "4,000")))
        .contains(
            "None is large enough up to 3 nodes of 2 cores, heap 1g, which would break at 9,000:"
                + " plan with 3,000.",
            "None is large enough up to 2 nodes of 2 cores, heap 1g, which would be full of what"
                + " has to live in its heap.",
            "None is large enough up to 1 node of 2 cores, heap 1g, which would break at 6,000:"
                + " plan with 2,000.");
  }

  @Test
  void shouldSayHowFarOffPredictionsWereAndWhatWasNeverMeasured() {
    assertThat(KnownError.message(QUESTION, SIZE).arguments())
        .containsEntry("least", "-32")
        .containsEntry("most", "-11");
    assertThat(KnownError.message(Fixtures.question(900_000, GRID), SIZE).text())
        .contains("instances (900,000");
    assertThat(lines(Optional.empty(), 0))
        .anyMatch(line -> line.contains(KnownError.message(QUESTION, SIZE).text()));
  }

  @Test
  void shouldSayThatMoreStillPasses() {
    assertThat(lines(Fixtures.trial(ClusterTrial.Stage.BEYOND, SIZE, 0, 8_000, Status.PASS), 0))
        .contains("It still passes with 8,000 instances: the arithmetic is too careful here.");
    assertThat(lines(Fixtures.trial(ClusterTrial.Stage.BEYOND, SIZE, 0, 7_000, Status.PASS), 0))
        .contains("It passes with 7,000 instances, too; what breaks first beyond was not tried.");
  }

  @Test
  void shouldSayWhyNothingIsKnownOfMore() {
    ClusterTrial unknown =
        Fixtures.trial(ClusterTrial.Stage.BEYOND, SIZE, 0, 9_000, Status.INCONCLUSIVE);

    assertThat(lines(unknown, 0))
        .containsSequence(
            "What breaks first beyond it is unknown: at 9,000 the run was inconclusive.",
            "  - " + unknown.result().reasons().get(0).text());
  }
}
