package dev.nacoscapacity.reports.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.nacoscapacity.core.Experiments;
import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.checker.Judge;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.experiment.Experiment.Detection;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.repeats.FailureBound;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Criteria;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrialsSummaryTest {

  private static RunRecord run(Experiment experiment) {
    RunRecord run = Runs.good().withExperiment(experiment);
    return run.withVerdict(Judge.experiment().judge(run, Criteria.defaults()));
  }

  private static String print(RunRecord... trials) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TrialsSummary.print(List.of(trials), Language.ENGLISH, new PrintStream(out, true));
    return out.toString();
  }

  @Test
  void shouldBoundTheProbabilityOfFailingAfterTrialsWithoutFailure() {
    assertThat(new FailureBound(1, 0).share()).isEqualTo(0.95, within(1e-9));
    assertThat(new FailureBound(3, 0).share()).isEqualTo(0.6316, within(1e-4));
    assertThat(new FailureBound(59, 0).share()).isLessThan(0.05);
    assertThat(new FailureBound(1, 0).percent()).isEqualTo("95");
    assertThat(new FailureBound(10, 0).percent()).as("25.9").isEqualTo("26");

    assertThat(
            print(
                run(Experiments.recovered(5)),
                run(Experiments.recovered(6)),
                run(Experiments.recovered(9))))
        .contains("0 of 3 conclusive trials failed: with 95 % confidence fewer than 64 % of all");
  }

  @Test
  void shouldBoundBothProbabilitiesAfterTrialsThatDisagree() {
    // The tables of Clopper and Pearson: 1 of 3 at 95 %, one-sided, is 0.865.
    FailureBound twoOfThree = new FailureBound(3, 1);

    assertThat(twoOfThree.share()).isEqualTo(0.8646, within(1e-4));
    assertThat(twoOfThree.passPercent()).isEqualTo("13");
    assertThat(twoOfThree.failPercent()).isEqualTo("1");
    assertThat(new FailureBound(10, 3).share()).isEqualTo(0.6066, within(1e-4));
  }

  @Test
  void shouldGiveNoBoundForAnOutcomeThatWasNeverSeen() {
    FailureBound allFailed = new FailureBound(2, 2);

    assertThat(allFailed.share()).isEqualTo(1);
    assertThat(allFailed.passPercent()).isEqualTo("0");
    assertThat(allFailed.failPercent()).isEqualTo("22");
    assertThat(new FailureBound(0, 0).passPercent()).isEqualTo("0");
  }

  @Test
  void shouldShowEachTrialThenMedianAndRange() {
    String text =
        print(
            run(Experiments.recovered(5)),
            run(Experiments.recovered(9)),
            run(Experiments.recovered(6)));

    assertThat(text.lines().toList()).hasSize(1 + 3 + 2 + 5);
    assertThat(text).containsPattern("(?m)^median.* 6 +3$");
    assertThat(text).containsPattern("(?m)^range.* 5\\.\\.9 +2\\.\\.6$");
  }

  @Test
  void shouldRankNeverAsTheWorstRecovery() {
    String text =
        print(
            run(Experiments.recovered(5)),
            run(Experiments.neverRecovered(null)),
            run(Experiments.neverRecovered(null)));

    assertThat(text)
        .containsPattern("(?m)^median.* ∞ +∞$")
        .containsPattern("(?m)^range.* 5\\.\\.∞ +2\\.\\.∞$")
        .contains("1 of 3 recovered.", "2 of 3 conclusive");
  }

  @Test
  void shouldTakeTheMedianOfAllTrialsWhenMostRecovered() {
    String text =
        print(
            run(Experiments.recovered(5)),
            run(Experiments.recovered(9)),
            run(Experiments.neverRecovered(null)));

    assertThat(text).containsPattern("(?m)^median.* 9 +6$").contains("2 of 3 recovered.");
  }

  @Test
  void shouldLeaveUnknownRecoveriesOutOfTheMedian() {
    String text =
        print(
            run(Experiments.recovered(5)),
            run(Experiments.neverRecovered(Message.of("trial.interrupted"))));

    assertThat(text).containsPattern("(?m)^median.* 5 +2$").contains("1 of 1 recovered.");
  }

  private static Optional<Double> noticed(Integer survivors) {
    return TrialFigure.NODE.of(
        Experiments.withDetection(new Detection("node2", 0.9, null, null, survivors)));
  }

  @Test
  void shouldCallADetectionUnknownWhereNoNodeWasLeftToNotice() {
    assertThat(noticed(0)).isEmpty();
    assertThat(noticed(1)).hasValue(TrialFigure.NEVER);
    assertThat(noticed(null)).as("of an earlier version").hasValue(TrialFigure.NEVER);
  }

  @Test
  void shouldNotCountTrialsThatSayNothing() {
    assertThat(print(run(Experiments.nothingBroken(Message.of("trial.interrupted")))))
        .contains("nothing", "No trial was conclusive.");
  }

  @Test
  void shouldShowATrialOnOneScreen() {
    assertThat(Summary.lines(run(Experiments.good()), Path.of("runs/x"), Language.ENGLISH))
        .contains("Experiment: kill-node, trial 1 of 3")
        .anyMatch(line -> line.matches("kill node2 \\(leader\\) +80 +61.5 +0.1 +0.2 +0.9 .*"))
        .anyMatch(
            line -> line.startsWith("Recovered:  12.5 s after the fault, with every node 9.5"))
        .allMatch(line -> line.length() <= 100);
  }
}
