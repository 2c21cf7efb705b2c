package dev.nacoscapacity.simulator.preflight.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScopeTest {

  @Test
  void shouldTolerateANumberOfInstancesOrAShareRoundedDown() {
    assertThat(new Tolerance(0, 3, 0, List.of()).fewest(10)).isEqualTo(7);
    assertThat(new Tolerance(0, 3, 0, List.of()).fewest(2)).isZero();
    assertThat(new Tolerance(0, 0, 29, List.of()).fewest(100)).isEqualTo(71);
    assertThat(new Tolerance(0, 0, 50, List.of()).fewest(3)).isEqualTo(2);
    assertThat(new Tolerance(0, 0, 100, List.of()).fewest(3)).isZero();
    assertThat(new Tolerance(Integer.MAX_VALUE, 0, 0, List.of()).fewest(3)).isEqualTo(3);
  }

  @Test
  void shouldIgnoreServicesByNameOrByGroupAndName() {
    Tolerance scope = new Tolerance(0, 0, 0, List.of("canary-*", "team.a@@*", "exact"));

    assertThat(scope.ignores("any@@canary-1")).isTrue();
    assertThat(scope.ignores("team.a@@orders")).isTrue();
    assertThat(scope.ignores("any@@exact")).isTrue();
    assertThat(scope.ignores("any@@exactly")).isFalse();
    assertThat(scope.ignores("teamXa@@orders")).isFalse();
    assertThat(scope.ignores("any@@orders")).isFalse();
  }

  @Test
  void shouldDescribeWhatEndsARun() {
    assertThat(new Tolerance(Integer.MAX_VALUE, 0, 0, List.of()).limits().text())
        .contains("a healthy instance")
        .doesNotContain("node");
    assertThat(new Tolerance(2, 0, 10, List.of()).limits().text())
        .contains("more than 10 %", "more than 2 of the nodes");
    assertThat(new Tolerance(0, 3, 0, List.of()).limits().text())
        .contains("more than 3 healthy instances", "a node");
  }
}
