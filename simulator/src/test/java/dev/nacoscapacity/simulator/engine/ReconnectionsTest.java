package dev.nacoscapacity.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReconnectionsTest {

  private static final long GAP = 10_000_000;

  private final List<String> started = new ArrayList<>();
  private final Reconnections reconnections =
      new Reconnections(
          AdmissionRate.fullRate(100, 1, 0),
          (member, channel) -> started.add(member + (channel == Channel.CONFIG ? "c" : "n")));

  @Test
  void shouldKeepTheRateWhenManyComeAtOnce() {
    for (int member = 0; member < 5; member++) {
      reconnections.add(member, Channel.NAMING);
    }
    reconnections.step(0);
    assertThat(started).hasSize(1);
    reconnections.step(2 * GAP);
    assertThat(started).hasSize(3);
    reconnections.step(10 * GAP);
    assertThat(started).containsExactly("0n", "1n", "2n", "3n", "4n");
  }

  @Test
  void shouldConnectAClientOnceHoweverOftenItIsAdded() {
    reconnections.add(7, Channel.NAMING);
    reconnections.add(7, Channel.NAMING);
    reconnections.add(7, Channel.CONFIG);
    reconnections.step(10 * GAP);
    reconnections.add(7, Channel.NAMING);
    reconnections.step(20 * GAP);
    assertThat(started).containsExactly("7n", "7c");

    reconnections.completed(7, Channel.NAMING, true, 20 * GAP);
    reconnections.add(7, Channel.NAMING);
    reconnections.step(30 * GAP);
    assertThat(started).containsExactly("7n", "7c", "7n");
  }

  @Test
  void shouldStartAgainWhenAConnectionIsLostBeforeItIsComplete() {
    reconnections.lost(7, Channel.NAMING);
    reconnections.step(10 * GAP);
    reconnections.lost(7, Channel.NAMING);
    reconnections.lost(7, Channel.NAMING);
    reconnections.step(20 * GAP);

    assertThat(started).containsExactly("7n", "7n");
    assertThat(reconnections.isPending(7)).isTrue();
  }

  @Test
  void shouldGiveAWaitingClientOneTurnDespiteAFailure() {
    reconnections.lost(7, Channel.NAMING);
    reconnections.completed(7, Channel.NAMING, false, 0);
    reconnections.step(10_000 * GAP);
    reconnections.step(20_000 * GAP);

    assertThat(started).containsExactly("7n");
  }

  @Test
  void shouldNotReconnectAClientThatIsBackAlready() {
    reconnections.lost(7, Channel.NAMING);
    reconnections.completed(7, Channel.NAMING, true, 0);
    reconnections.step(10 * GAP);
    assertThat(started).isEmpty();

    reconnections.lost(7, Channel.NAMING);
    reconnections.step(20 * GAP);
    assertThat(started).containsExactly("7n");
  }

  @Test
  void shouldPauseWhileNobodyConnects() {
    reconnections.add(1, Channel.NAMING);
    reconnections.step(0);
    reconnections.completed(1, Channel.NAMING, false, 0);
    reconnections.step(49_000_000);
    assertThat(started).hasSize(1);
    reconnections.step(150_000_000);
    assertThat(started).hasSize(2);
  }

  @Test
  void shouldIgnoreTheEndOfAConnectionThatItDidNotStart() {
    reconnections.completed(3, Channel.NAMING, false, 0);
    reconnections.step(1_000_000_000);

    assertThat(started).isEmpty();
    assertThat(reconnections.isPending(3)).isFalse();
  }
}
