package dev.nacoscapacity.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.chaos.cli.SafeAnswer.Round;
import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.record.Study.Votes;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.verdict.ExitCode;
import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.options.StudyQuestion;
import dev.nacoscapacity.simulator.study.search.Search;
import dev.nacoscapacity.simulator.study.search.SearchRange;
import dev.nacoscapacity.simulator.study.search.SearchStep;
import dev.nacoscapacity.simulator.study.search.TrialStage;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class SafeCapacityTest {

  private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());
  private static final SearchRange BOUNDS = new SearchRange(100, 200, 1);

  private final List<Round> rounds = new ArrayList<>();

  private void tried(int size, Status status, int passed, int failed) {
    rounds.add(new Round(size, TrialStage.BRACKET, status, new Votes(passed, failed)));
  }

  private void triedAgain(int size, Status status, int passed, int failed) {
    rounds.add(new Round(size, TrialStage.CONFIRM, status, new Votes(passed, failed)));
  }

  private int exitCode() {
    assertThat(Search.unanimous(BOUNDS).next(rounds)).isInstanceOf(SearchStep.Conclusion.class);
    return ((SearchStep.Conclusion) Search.unanimous(BOUNDS).next(rounds))
        .answer()
        .outcome()
        .exitCode();
  }

  private Study.Bracket bracket() {
    return new SafeAnswer(BOUNDS, rounds, 200, false).bracket();
  }

  private String answer() {
    return new SafeAnswer(BOUNDS, rounds, 200, false).in(Language.ENGLISH);
  }

  @Test
  void shouldExitWith0WhenOneSizeHoldsTwiceAndALargerOneFails() {
    tried(100, Status.PASS, 3, 0);
    tried(200, Status.FAIL, 1, 1);
    triedAgain(100, Status.PASS, 3, 0);

    assertThat(exitCode()).isZero();
    assertThat(answer())
        .startsWith("[100, 200) instances; 100 ")
        .contains("3 of 3", "64 %", "200 failed 1 of 2", "50 % below");
  }

  @Test
  void shouldExitWith1WhenTheSmallestSizeDoesNotHold() {
    tried(100, Status.FAIL, 0, 1);

    assertThat(exitCode()).isEqualTo(1);
    assertThat(answer()).startsWith("100 instances").endsWith("failed 1 of 1");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldSayWhenASizeFailsWithNothingBroken(boolean atSecondAttempt) {
    if (atSecondAttempt) {
      tried(100, Status.INCONCLUSIVE, 1, 0);
    }
    tried(100, Status.FAIL, 0, 0);

    assertThat(answer()).startsWith("100 instances").endsWith("with nothing broken");
  }

  @Test
  void shouldExitWith2WhenTheLargestSizeStillHolds() {
    tried(100, Status.PASS, 1, 0);
    tried(200, Status.PASS, 1, 0);
    triedAgain(200, Status.PASS, 1, 0);

    assertThat(exitCode()).isEqualTo(2);
  }

  @Test
  void shouldExitWith2WhenTheLargerSizeWasInconclusiveTwice() {
    tried(100, Status.PASS, 1, 0);
    tried(200, Status.INCONCLUSIVE, 0, 0);
    tried(200, Status.INCONCLUSIVE, 0, 0);
    triedAgain(100, Status.PASS, 1, 0);

    assertThat(exitCode()).isEqualTo(2);
    assertThat(bracket()).isEqualTo(new Study.Bracket(100, null, new Votes(1, 0), null, 200));
    assertThat(answer())
        .startsWith("100 instances or more; 100 ")
        .contains("1 of 1", "200 was not shown");
  }

  @Test
  void shouldExitWith2WhenNothingWasShown() {
    tried(100, Status.INCONCLUSIVE, 0, 0);
    tried(100, Status.INCONCLUSIVE, 0, 0);

    assertThat(exitCode()).isEqualTo(2);
    assertThat(answer()).contains("nothing was shown", "100 instances");
  }

  @Test
  void shouldCountFreshTrialsOfThePassingSizeAndAllOfTheFailingOne() {
    tried(100, Status.PASS, 3, 0);
    tried(200, Status.PASS, 3, 0);
    triedAgain(200, Status.FAIL, 2, 1);
    triedAgain(100, Status.PASS, 3, 0);

    assertThat(bracket())
        .as("five of 200 passed before the sixth")
        .isEqualTo(new Study.Bracket(100, 200, new Votes(3, 0), new Votes(5, 1), null));
  }

  @Test
  void shouldResumeWithTheSameCommandsOnly(@TempDir Path folder) {
    String[] before = search(folder, "curl -d token=S3cret http://rack/{ip}");
    CommandLine line = ChaosMain.commandLine(NOWHERE, NOWHERE);
    line.parseArgs(before);
    Instant begun = Instant.parse("2026-01-02T03:04:05.678901234Z");
    Map<String, String> studyOptions =
        new HashMap<>(
            StudyQuestion.of(line.getSubcommands().get("safe-capacity").getCommandSpec(), begun));
    studyOptions.put("nodes", studyOptions.remove("--victims"));
    Study.begin("safe-capacity", "?", studyOptions, begun).write(folder);

    ChaosCli other = ChaosCli.run(search(folder, "curl -d token=0ther http://rack/{ip}"));

    assertThat(ChaosCli.run(before).err())
        .contains("the cluster has 1 node, so 2 cannot be broken");
    assertThat(other.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(other.err()).contains("other options").doesNotContain("S3cret", "0ther");
    assertThat(studyOptions.values()).noneMatch(value -> value.contains("S3cret"));
  }

  private static String[] search(Path folder, String breaks) {
    return new String[] {
      "safe-capacity",
      "--from=10",
      "--to=20",
      "--victims=2",
      "--target=127.0.0.1:1",
      "--break-cmd=" + breaks,
      "--heal-cmd=true",
      "--out=" + folder
    };
  }
}
