package dev.nacoscapacity.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.chaos.search.SafeSearch;
import dev.nacoscapacity.chaos.search.SafeSearch.Try;
import dev.nacoscapacity.reports.record.Study.Votes;
import dev.nacoscapacity.reports.verdict.Status;
import dev.nacoscapacity.simulator.study.search.SearchRange;
import org.junit.jupiter.api.Test;

class SafeCapacityTest {

  private final SafeSearch search = new SafeSearch(new SearchRange(100, 200, 1));

  private void tried(int size, Status status, int passed, int failed) {
    search.tried(new Try(size, false), status, new Votes(passed, failed));
  }

  private void triedAgain(int size, Status status, int passed, int failed) {
    search.tried(new Try(size, true), status, new Votes(passed, failed));
  }

  private String answer() {
    return SafeCapacity.answer(search, 200, false);
  }

  @Test
  void shouldExitWith0WhenOneSizeHoldsTwiceAndALargerOneFails() {
    tried(100, Status.PASS, 3, 0);
    tried(200, Status.FAIL, 1, 1);
    triedAgain(100, Status.PASS, 3, 0);

    assertThat(SafeCapacity.exitCode(search)).isZero();
    assertThat(answer())
        .isEqualTo(
            "[100, 200) instances; 100 healed in 3 of 3 fresh trials, so at this size fewer than"
                + " 64 % of all trials fail (95 % confidence); 200 failed 1 of 2; 200 pass while"
                + " nothing is broken, so this is 50 % below");
  }

  @Test
  void shouldExitWith1WhenTheSmallestSizeDoesNotHold() {
    tried(100, Status.FAIL, 0, 1);

    assertThat(SafeCapacity.exitCode(search)).isEqualTo(1);
    assertThat(answer()).isEqualTo("100 instances already do not come through: failed 1 of 1");
  }

  @Test
  void shouldSayWhenASizeFailsWithNothingBroken() {
    tried(100, Status.FAIL, 0, 0);

    assertThat(answer())
        .isEqualTo("100 instances already do not come through: failed with nothing broken");
  }

  @Test
  void shouldSayThatNothingWasBrokenWhenTheSteadyRunOfTheSecondAttemptFails() {
    tried(100, Status.INCONCLUSIVE, 1, 0);
    tried(100, Status.FAIL, 0, 0);

    assertThat(answer())
        .isEqualTo("100 instances already do not come through: failed with nothing broken");
  }

  @Test
  void shouldExitWith2WhenTheLargestSizeStillHolds() {
    tried(100, Status.PASS, 1, 0);
    tried(200, Status.PASS, 1, 0);
    triedAgain(200, Status.PASS, 1, 0);

    assertThat(SafeCapacity.exitCode(search)).isEqualTo(2);
  }

  @Test
  void shouldExitWith2WhenTheLargerSizeWasInconclusiveTwice() {
    tried(100, Status.PASS, 1, 0);
    tried(200, Status.INCONCLUSIVE, 0, 0);
    tried(200, Status.INCONCLUSIVE, 0, 0);
    triedAgain(100, Status.PASS, 1, 0);

    assertThat(SafeCapacity.exitCode(search)).isEqualTo(2);
    assertThat(answer())
        .startsWith("100 instances or more; 100 healed in 1 of 1 fresh trials")
        .contains("; 200 was not shown, since it was inconclusive twice");
  }

  @Test
  void shouldExitWith2WhenNothingWasShown() {
    tried(100, Status.INCONCLUSIVE, 0, 0);

    assertThat(SafeCapacity.exitCode(search)).isEqualTo(2);
  }
}
