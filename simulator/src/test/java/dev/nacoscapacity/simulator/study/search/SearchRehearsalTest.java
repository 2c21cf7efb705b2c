package dev.nacoscapacity.simulator.study.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.verdict.Status;
import dev.nacoscapacity.simulator.run.RunTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SearchRehearsalTest {

  /** As if a trial took a second, so that times are numbers of trials. */
  private static final RunTime TRIAL = new RunTime(Duration.ofSeconds(1), Duration.ofSeconds(1));

  private record Trial(int size, TrialStage stage, Status status) implements SizeResult {}

  private static RunTime trials(Search search, List<Trial> soFar) {
    return SearchRehearsal.time(search, soFar, (next, status) -> TRIAL);
  }

  /** 100 fails and fails again; or passes, 200 fails, and 100 passes again. */
  @Test
  void shouldTakeTheTrialsOfEveryAnswer() {
    Search search = Search.unanimous(new SearchRange(100, 200, 1));

    RunTime time = trials(search, List.of());

    assertThat(time.about()).isBetween(Duration.ofMillis(1_900), Duration.ofMillis(3_000));
    assertThat(time.atMost()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void shouldTakeLongerForANarrowerAnswer() {
    RunTime wide = trials(Search.ofCapacity(new SearchRange(200, 20_000, 0.5), 100), List.of());
    RunTime narrow = trials(Search.ofCapacity(new SearchRange(200, 20_000, 0.05), 100), List.of());

    assertThat(narrow.about()).isGreaterThan(wide.about().plusSeconds(1));
    assertThat(narrow.about()).isBetween(Duration.ofSeconds(11), Duration.ofSeconds(14));
    assertThat(narrow.atMost()).isBetween(Duration.ofSeconds(18), Duration.ofSeconds(30));
  }

  @Test
  void shouldTakeWhatIsLeftOfASearchThatGoesOn() {
    Search search = Search.unanimous(new SearchRange(100, 200, 1));
    Trial passed = new Trial(100, TrialStage.BRACKET, Status.PASS);
    Trial failed = new Trial(200, TrialStage.BRACKET, Status.FAIL);
    Trial again = new Trial(100, TrialStage.CONFIRM, Status.PASS);

    assertThat(trials(search, List.of(passed, failed))).isEqualTo(TRIAL);
    assertThat(trials(search, List.of(passed, failed, again))).isEqualTo(RunTime.NONE);
  }

  @Test
  void shouldTellLongTrialsFromShortOnes() {
    Search search = Search.unanimous(new SearchRange(100, 101, 1));

    RunTime time =
        SearchRehearsal.time(
            search,
            List.of(new Trial(100, TrialStage.BRACKET, Status.PASS)),
            (next, status) -> status == Status.PASS ? TRIAL.times(10) : TRIAL);

    assertThat(time.atMost()).isEqualTo(Duration.ofSeconds(20));
    assertThat(time.about()).isBetween(Duration.ofSeconds(11), Duration.ofSeconds(20));
  }
}
