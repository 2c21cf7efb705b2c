package dev.nacoscapacity.simulator.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TokensTest {

  private static final long SECOND = 1_000_000_000L;
  private static final Duration TTL = Duration.ofSeconds(100);

  /** A nano clock may start anywhere; this one overflows within the tests. */
  private static final long START = Long.MAX_VALUE - 4 * SECOND;

  private final Tokens tokens = Tokens.shared();

  @Test
  void shouldGiveEveryClientTheSameTokenWhenItIsShared() {
    assertThat(tokens.apply(7)).isNull();
    tokens.granted(0, "abc", TTL, START);
    assertThat(tokens.apply(0)).isEqualTo("abc");
    assertThat(tokens.apply(34_999)).isEqualTo("abc");
  }

  @Test
  void shouldGiveEachClientItsOwnTokenWhenTheyAreNotShared() {
    Tokens tokens = Tokens.perClient(3);
    tokens.granted(1, "abc", TTL, START);
    assertThat(IntStream.range(0, 3).mapToObj(tokens)).containsExactly(null, "abc", null);
  }

  @Test
  void shouldBeDueOnceAfterNineTenthsOfItsLife() {
    assertThat(due(tokens, START)).isEmpty();
    tokens.granted(0, "abc", TTL, START);
    assertThat(due(tokens, START + 90 * SECOND - 1)).isEmpty();
    assertThat(due(tokens, START + 90 * SECOND)).containsExactly(0);
    assertThat(due(tokens, START + 95 * SECOND)).isEmpty();
    assertThat(tokens.apply(0)).isEqualTo("abc");
    tokens.granted(0, "def", TTL, START + 96 * SECOND);
    assertThat(tokens.apply(0)).isEqualTo("def");
    assertThat(due(tokens, START + 186 * SECOND)).containsExactly(0);
  }

  @Test
  void shouldAcceptATokenThatLivesForCenturies() {
    tokens.granted(0, "abc", Duration.ofSeconds(9_999_999_999L), START);

    assertThat(due(tokens, START + 90 * SECOND)).isEmpty();
  }

  @Test
  void shouldBeDueAtOnceWhenAServerRefusesTheToken() {
    tokens.granted(0, "abc", TTL, START);
    tokens.refused(34_999, "abc", START + SECOND);
    tokens.refused(7, "abc", START + 2 * SECOND);

    assertThat(due(tokens, START + 2 * SECOND)).containsExactly(0);
    assertThat(due(tokens, START + 3 * SECOND)).isEmpty();
  }

  /** As where one node has another secret than the others. */
  @Test
  void shouldLogInOnceAMinuteWhenEachNewTokenIsRefused() {
    int logins = 0;
    tokens.granted(0, "0", Duration.ofHours(5), 0);
    for (int second = 1; second <= 180; second++) {
      long now = second * SECOND;
      tokens.refused(7, Integer.toString(logins), now);
      if (!due(tokens, now).isEmpty()) {
        logins++;
        tokens.granted(0, Integer.toString(logins), Duration.ofHours(5), now);
      }
    }

    assertThat(logins).as("at 1, 61 and 121 s").isEqualTo(3);
  }

  @Test
  void shouldNotLogInAgainWhenAnOldTokenIsRefused() {
    Tokens tokens = Tokens.perClient(2);
    tokens.granted(1, "old", TTL, START);
    tokens.granted(1, "new", TTL, START + SECOND);
    tokens.refused(1, "old", START + 2 * SECOND);
    tokens.refused(0, null, START + 2 * SECOND);

    assertThat(due(tokens, START + 3 * SECOND)).isEmpty();
  }

  @Test
  void shouldRetryEvery5SecondsWhenLoginsFail() {
    tokens.granted(0, "abc", TTL, START);
    long now = START;
    for (int failures = 0; failures < 8; failures++) {
      tokens.failed(0, now);
      tokens.refused(7, "abc", now + SECOND);
      now += 5 * SECOND;
      assertThat(due(tokens, now - 1)).as("a refusal brings no retry forward").isEmpty();
      assertThat(due(tokens, now)).containsExactly(0);
    }
    assertThat(tokens.apply(0)).isEqualTo("abc");
  }

  @Test
  void shouldBeDueTogetherWhenTokensWereGrantedTogether() {
    Tokens tokens = Tokens.perClient(1_000);
    for (int i = 0; i < 1_000; i++) {
      tokens.granted(i, "t" + i, TTL, START + i % 2 * 40 * SECOND);
    }
    assertThat(due(tokens, START + 89 * SECOND)).isEmpty();
    assertThat(due(tokens, START + 90 * SECOND)).hasSize(500);
    assertThat(due(tokens, START + 131 * SECOND)).hasSize(500);
  }

  @Test
  void shouldNotPrintTokens() {
    tokens.granted(0, "secret", TTL, START);
    assertThat(tokens).hasToString("Tokens[shared]");
  }

  private static List<Integer> due(Tokens tokens, long now) {
    List<Integer> clients = new ArrayList<>();
    tokens.dueForLogin(now, clients::add);
    return clients;
  }

  @Test
  void shouldBeDueAgainWhenTheLoginForASharedTokenFails() {
    tokens.granted(0, "abc", TTL, START);

    tokens.failed(37, START);

    assertThat(due(tokens, START + 5 * SECOND - 1)).isEmpty();
    assertThat(due(tokens, START + 5 * SECOND)).containsExactly(0);
  }
}
