package dev.nacoscapacity.cluster.standin.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.standin.registry.ManualLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigSubscriptionsTest {

  private static final ConfigKey KEY = new ConfigKey("app.yaml", "G", "");
  private static final ConfigKey OTHER = new ConfigKey("db.yaml", "G", "");

  private final ManualLoop time = new ManualLoop();
  private final long begun = time.millis();
  private final ConfigStore store = new ConfigStore();
  private final List<String> told = new ArrayList<>();
  private final List<String> silent = new ArrayList<>();
  private boolean acknowledge = true;
  private final ConfigSubscriptions<String> listeners =
      new ConfigSubscriptions<>(time, store, this::tell, silent::add);

  private void tell(String to, ConfigKey key, Duration timeout, Runnable failed) {
    told.add((time.millis() - begun) / 1000 + " " + to + " " + key.dataId());
    if (!acknowledge) {
      time.after(timeout, failed);
    }
  }

  private List<ConfigKey> listen(String client) {
    Map<ConfigKey, String> md5s = new LinkedHashMap<>();
    md5s.put(KEY, "");
    md5s.put(OTHER, "");
    return listeners.listen(client, md5s);
  }

  @Test
  void shouldAnswerWithThoseThatDiffer() {
    store.publish(OTHER, "a: 1", "yaml", 0);

    assertThat(listen("a")).containsExactly(OTHER);
  }

  @Test
  void shouldTellEachListenerOnceWhenTheyAcknowledge() {
    List.of("c", "a", "b").forEach(this::listen);

    listeners.changed(KEY);
    time.passSeconds(100);

    assertThat(told).containsExactly("0 c app.yaml", "0 a app.yaml", "0 b app.yaml");
  }

  @Test
  void shouldTellThemAgainWithGrowingDelaysWhenTheyDoNot() {
    acknowledge = false;
    listen("a");

    listeners.changed(KEY);
    time.passSeconds(12);

    assertThat(told).containsExactly("0 a app.yaml", "5 a app.yaml", "12 a app.yaml");
  }

  @Test
  void shouldGiveUpAClientThatIsSilentForFiftyTimes() {
    acknowledge = false;
    listen("a");

    listeners.changed(KEY);
    time.passSeconds(7200);

    assertThat(told).hasSize(50);
    assertThat(silent).containsExactly("a");
  }

  @Test
  void shouldTellNoMoreWhenAClientListensNoLongerOrIsGone() {
    acknowledge = false;
    listen("a");
    listen("b");
    listeners.changed(KEY);
    told.clear();

    listeners.unlisten("a", List.of(KEY));
    listeners.forget("b");
    time.passSeconds(60);
    listeners.changed(OTHER);

    assertThat(told).containsExactly("60 a db.yaml");
  }
}
