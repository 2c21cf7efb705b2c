package dev.nacoscapacity.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.record.Study;
import dev.nacoscapacity.core.text.Language;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyFolderTest {

  @TempDir private Path path;

  private StudyFolder<String> resumed(List<String> runs, List<String> trials) {
    Study study =
        Study.begin("safe-capacity", "which load heals?", Map.of(), Instant.EPOCH)
            .withTrials(runs, trials);
    return new StudyFolder<>(path, study, String.class, Language.ENGLISH);
  }

  @Test
  void shouldReuseEarlierTrialsInOrder() {
    StudyFolder<String> folder = resumed(List.of("100-steady", "100-trial-1-2"), List.of("a", "b"));

    assertThat(folder.takeEarlierTrial("100-steady")).contains("a");
    assertThat(folder.takeEarlierTrial("100-trial-1")).contains("b");
    assertThat(folder.hasEarlierTrials()).isFalse();
  }

  @Test
  void shouldNotReuseATrialOfARunThatLeftNone() {
    StudyFolder<String> folder =
        resumed(
            List.of("100-steady", "100-steady-2", "100-trial-1-2"), List.of("pass", "pass", "b"));

    assertThat(folder.takeEarlierTrial("100-steady")).contains("pass");
    assertThat(folder.takeEarlierTrial("100-trial-1")).isEmpty();
    assertThat(folder.takeEarlierTrial("100-steady")).contains("pass");
    assertThat(folder.takeEarlierTrial("100-trial-1")).contains("b");
  }

  @Test
  void shouldNotReuseTrialsAddedSinceItWasOpened() {
    StudyFolder<String> folder = resumed(List.of(), List.of());

    folder.add("100-steady", "a");

    assertThat(folder.hasEarlierTrials()).isFalse();
    assertThat(folder.takeEarlierTrial("100-steady")).isEmpty();
  }
}
