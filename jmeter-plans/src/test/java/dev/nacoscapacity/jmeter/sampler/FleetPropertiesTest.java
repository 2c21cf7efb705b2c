package dev.nacoscapacity.jmeter.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FleetPropertiesTest {

  @Test
  void shouldWriteTimesWithTheirUnit() {
    assertThat(
            options(
                Map.of("instances", "10", "beat", "5", "duration", "2m", "callTimeout", "3000")))
        .containsSubsequence("--beat", "5s")
        .containsSubsequence("--call-timeout", "3000ms")
        .containsSubsequence("--duration", "2m")
        .containsSubsequence("--instances", "10")
        .containsSubsequence("--shard", "1/1")
        .containsSubsequence("--target", "127.0.0.1:8848");
  }

  @Test
  void shouldListAsOftenAsItBeatsInThePublishedMix() {
    assertThat(options(Map.of("instances", "10", "mix", "published")))
        .containsSubsequence("--list", "5s");
  }

  @Test
  void shouldConsentToTheNamespacePublicOnlyWithYes() {
    Map<String, String> properties = Map.of("instances", "10", "namespace", "public");

    assertThat(options(properties)).doesNotContain("--allow-public-namespace");
    assertThat(FleetProperties.of(name -> name.equals("yes") ? "true" : properties.get(name), null))
        .contains("--yes", "--allow-public-namespace");
  }

  @Test
  void shouldRefuseWhatIsMissingOrContradictory() {
    assertRefused(Map.of(), "-Jinstances");
    assertRefused(Map.of("instances", "1", "mix", "published", "list", "10"), "leave -Jbeat");
    assertRefused(Map.of("instances", "1", "mix", "wild"), "-Jmix");
  }

  @Test
  void shouldGiveEachEngineTheShardAtItsPlace() {
    Map<String, String> properties = Map.of("instances", "10", "engines", "a:1,b:2", "out", "run");

    assertThat(FleetProperties.of(properties::get, "a:1")).containsSubsequence("--shard", "1/2");
    assertThat(FleetProperties.of(properties::get, "b:2"))
        .containsSubsequence("--out", "run-shard-2-2")
        .containsSubsequence("--shard", "2/2");
  }

  @Test
  void shouldRefuseAnEngineThatCannotKnowItsShard() {
    assertThatThrownBy(() -> FleetProperties.of(Map.of("instances", "10")::get, "a:1"))
        .hasMessageContaining("engine a:1 must know its shard");
    assertThat(FleetProperties.of(Map.of("instances", "10", "shard", "2/3")::get, "a:1"))
        .containsSubsequence("--shard", "2/3");
  }

  private static List<String> options(Map<String, String> properties) {
    return FleetProperties.of(properties::get, null);
  }

  private static void assertRefused(Map<String, String> properties, String message) {
    assertThatThrownBy(() -> options(properties))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
