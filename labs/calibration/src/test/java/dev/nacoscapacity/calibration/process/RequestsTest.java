package dev.nacoscapacity.calibration.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.cluster.proxy.ThreadModel;
import org.junit.jupiter.api.Test;

class RequestsTest {

  private record Figures(double rate, Double mean, Setting setting) {}

  private record Setting(String name, ThreadModel model) {}

  @Test
  void shouldPassRecordsOnUnchangedOnOneLine() {
    Figures figures = new Figures(0.1, null, new Setting("a \"b\"\n", ThreadModel.SAME_LOOP));

    String json = Requests.json(figures);

    assertThat(json).doesNotContain("\n");
    assertThat(Requests.read(json, Figures.class)).isEqualTo(figures);
  }

  @Test
  void shouldSayWhatCannotBeRead() {
    assertThatThrownBy(() -> Requests.read("{", Figures.class))
        .isInstanceOf(MeasureException.class)
        .hasMessageContaining("cannot be read: {");
  }
}
