package dev.nacoscapacity.reports.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StudyTrialTest {

  private final ObjectNode figures = JsonNodeFactory.instance.objectNode();
  private final StudyTrial trial = new StudyTrial(1, "01-100", Optional.empty(), figures);

  @Test
  void shouldFormatAFieldByItsKind() {
    figures
        .put("cpuMsPerCall", 0.944)
        .put("jitShare", 0.414)
        .put("beatP99Ms", 44.84)
        .put("lost", 1200);

    assertThat(trial.field("cpuMsPerCall")).isEqualTo("0.94");
    assertThat(trial.field("jitShare")).isEqualTo("41 %");
    assertThat(trial.field("beatP99Ms")).isEqualTo("44.8");
    assertThat(trial.field("lost")).isEqualTo("1,200");
    assertThat(trial.field("unheard of")).isEqualTo("-");
  }
}
