package dev.nacoscapacity.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.chaos.search.SafeSearch;
import dev.nacoscapacity.reports.verdict.Status;
import dev.nacoscapacity.simulator.capacity.Bounds;
import org.junit.jupiter.api.Test;

class SafeCapacityTest {

  private final SafeSearch search = new SafeSearch(new Bounds(100, 200, 1));

  @Test
  void shouldExitWith0WhenOneSizeHoldsAndALargerOneDoesNot() {
    search.tried(100, Status.PASS);
    search.tried(200, Status.FAIL);

    assertThat(SafeCapacity.exitCode(search)).isZero();
  }

  @Test
  void shouldExitWith1WhenTheSmallestSizeDoesNotHold() {
    search.tried(100, Status.FAIL);

    assertThat(SafeCapacity.exitCode(search)).isEqualTo(1);
  }

  @Test
  void shouldExitWith2WhenTheLargestSizeStillHolds() {
    search.tried(100, Status.PASS);
    search.tried(200, Status.PASS);

    assertThat(SafeCapacity.exitCode(search)).isEqualTo(2);
  }

  @Test
  void shouldExitWith2WhenNothingWasShown() {
    search.tried(100, Status.INCONCLUSIVE);

    assertThat(SafeCapacity.exitCode(search)).isEqualTo(2);
  }
}
