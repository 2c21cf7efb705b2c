package dev.nacoscapacity.cluster.standin.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.nacoscapacity.cluster.standin.registry.ManualLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LongPollsTest {

  private static final ConfigKey KEY = new ConfigKey("app.yaml", "DEFAULT_GROUP", "capacity");

  private final ManualLoop time = new ManualLoop();
  private final ConfigStore store = new ConfigStore();
  private final LongPolls polls = new LongPolls(time, store);
  private final List<List<ConfigKey>> answers = new ArrayList<>();

  LongPollsTest() {
    store.listen(polls::changed);
    store.publish(KEY, "a: 1", "yaml", 0);
  }

  private void poll(String md5, boolean hangUp) {
    polls.poll(Map.of(KEY, md5), 30_000, hangUp, answers::add);
  }

  @Test
  void shouldAnswerAtOnceWhenMd5Differs() {
    poll("stale", true);

    assertThat(answers).containsExactly(List.of(KEY));
    assertThat(polls.count()).isZero();
  }

  @Test
  void shouldHoldFor29500MillisWhenNothingChanges() {
    poll(store.md5(KEY), true);
    time.passSeconds(29.499);
    assertThat(answers).isEmpty();
    assertThat(polls.count()).isOne();

    time.passSeconds(0.001);

    assertThat(answers).containsExactly(List.of());
    assertThat(polls.count()).isZero();
  }

  @Test
  void shouldAnswerAtOnceWhenTheClientAsksForNoHangUp() {
    poll(store.md5(KEY), false);

    assertThat(answers).containsExactly(List.of());
  }

  @Test
  void shouldAnswerOnceWhenConfigChangesWhileHeld() {
    poll(store.md5(KEY), true);

    store.publish(KEY, "a: 2", "yaml", 0);
    time.passSeconds(60);

    assertThat(answers).containsExactly(List.of(KEY));
    assertThat(polls.count()).isZero();
  }

  @Test
  void shouldAnswerWhenConfigIsDeleted() {
    poll(store.md5(KEY), true);

    store.delete(KEY);

    assertThat(answers).containsExactly(List.of(KEY));
  }

  @Test
  void shouldReadWhatClientsSend() {
    assertThat(LongPolls.parse("app.yaml\2DEFAULT_GROUP\2abc\2capacity\1b\2G\2\1"))
        .containsExactlyInAnyOrderEntriesOf(Map.of(KEY, "abc", new ConfigKey("b", "G", ""), ""));
    assertThatIllegalArgumentException().isThrownBy(() -> LongPolls.parse("app.yaml"));
  }
}
