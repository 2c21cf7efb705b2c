package dev.nacoscapacity.cluster.standin.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.DownRule;
import dev.nacoscapacity.cluster.standin.registry.Members.State;
import dev.nacoscapacity.cluster.standin.registry.Network.Failure;
import java.util.List;
import org.junit.jupiter.api.Test;

class MembersTest {

  private static final List<String> ADDRESSES =
      List.of("127.0.0.1:8848", "127.0.0.1:8858", "127.0.0.1:8868");

  private static Members members(DownRule downRule) {
    return new Members(0, ADDRESSES, downRule);
  }

  private static void fail(Members members, Failure failure, int times) {
    for (int i = 0; i < times; i++) {
      members.failed(1, failure);
    }
  }

  @Test
  void shouldBeDownAtOnceDownRuleMeansThat() {
    Members members = members(DownRule.REFUSED);

    fail(members, Failure.REFUSED, 1);

    assertThat(members.state(1)).isEqualTo(State.DOWN);
  }

  @Test
  void shouldBeDownAtTheFourthRefusalInARowWhenTheyAreCounted() {
    Members members = members(DownRule.COUNTED);

    fail(members, Failure.REFUSED, 3);
    assertThat(members.state(1)).isEqualTo(State.SUSPICIOUS);
    members.answered(1);
    fail(members, Failure.REFUSED, 3);
    assertThat(members.state(1)).isEqualTo(State.SUSPICIOUS);

    fail(members, Failure.REFUSED, 1);
    assertThat(members.state(1)).isEqualTo(State.DOWN);
  }

  @Test
  void shouldCountSilenceUnderBoth() {
    for (DownRule downRule : DownRule.values()) {
      Members members = members(downRule);
      fail(members, Failure.SILENT, 3);
      assertThat(members.state(1)).isEqualTo(State.SUSPICIOUS);
      fail(members, Failure.SILENT, 1);
      assertThat(members.state(1)).isEqualTo(State.DOWN);
    }
  }

  @Test
  void shouldOwnNothingWhileItIsDown() {
    Members members = members(DownRule.REFUSED);
    List<String> names = List.of("a", "b", "c", "d", "e", "f");
    assertThat(names).anyMatch(name -> members.owner(name) == 1);

    fail(members, Failure.REFUSED, 1);
    assertThat(names).noneMatch(name -> members.owner(name) == 1);

    members.answered(1);
    assertThat(names).anyMatch(name -> members.owner(name) == 1);
  }
}
