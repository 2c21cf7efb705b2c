package dev.nacoscapacity.cluster.standin.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConfigStoreTest {

  private static final ConfigKey KEY = new ConfigKey("tenant", "group", "id");

  private final ConfigStore configs = new ConfigStore();

  @Test
  void shouldKeepTheNewerOfTwoChangesWhateverTheOrderOfTheirArrival() {
    configs.take(new ConfigChange(KEY, Config.of("second", "text", 2)));
    configs.take(new ConfigChange(KEY, Config.of("first", "text", 1)));

    assertThat(configs.find(KEY)).map(Config::content).contains("second");

    configs.take(new ConfigChange(KEY, Config.of("third", "text", 2)));

    assertThat(configs.find(KEY)).map(Config::content).contains("third");
  }
}
