package dev.nacoscapacity.simulator.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigContentTest {

  private static final String DATA_ID = "capacity-x-0001.2";

  @Test
  void shouldBeRecognisedByItsReader() {
    ConfigContent content = ConfigContent.of(DATA_ID, 17, 2000);

    assertThat(content.text()).hasSize(2000).matches("[!-~]+");
    assertThat(ConfigContent.read(DATA_ID, 2000, content.text())).isEqualTo(content);
  }

  @Test
  void shouldNotBeRecognisedWhenItsLengthIsWrong() {
    String text = ConfigContent.of(DATA_ID, 17, 2000).text();

    assertThat(ConfigContent.read(DATA_ID, 2000, text.substring(1))).isNull();
    assertThat(ConfigContent.read(DATA_ID, 2000, text.substring(0, 1999))).isNull();
    assertThat(ConfigContent.read(DATA_ID, 2000, text + "x")).isNull();
  }

  @Test
  void shouldHaveTheServersDigest() {
    // As md5sum says.
    assertThat(ConfigContent.of("a", 1, 4).md5()).isEqualTo("0901303b2abb7aaf29f6f1c38a06fc3f");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "capacity-x-0001.2",
        "capacity-x-0001.2:17",
        "capacity-x-0001.2::xx",
        "capacity-x-0001.2:0:xx",
        "capacity-x-0001.3:1:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "capacity-x-0001.2:1:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxyxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      })
  void shouldNotBeRecognisedInAnythingElse(String text) {
    assertThat(ConfigContent.read(DATA_ID, ConfigContent.SHORTEST, text)).isNull();
  }
}
