package dev.nacoscapacity.cluster.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jsonwebtoken.Jwts;
import java.time.Instant;
import java.util.Date;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenVerifierTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final TokenKey key = TokenKey.random();
  private Instant now = START;
  private int looks;

  private TokenVerifier verifier(boolean cache) {
    return new TokenVerifier(
        key,
        cache,
        () -> {
          looks++;
          return now;
        });
  }

  private String token(long seconds) {
    return Jwts.builder()
        .subject("nacos")
        .expiration(Date.from(START.plusSeconds(seconds)))
        .signWith(key.secret())
        .compact();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldRefuseATokenFromTheMomentItExpires(boolean cache) throws AccessException {
    TokenVerifier verifier = verifier(cache);
    String token = token(10);
    verifier.verify(token);
    now = START.plusSeconds(9);
    assertThatCode(() -> verifier.verify(token)).doesNotThrowAnyException();

    now = START.plusSeconds(10).plusMillis(1);

    assertThatThrownBy(() -> verifier.verify(token)).hasMessage("token expired!");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldRefuseATokenWhenOneLetterOfItIsAnother(boolean cache) throws AccessException {
    TokenVerifier verifier = verifier(cache);
    String token = token(10);
    verifier.verify(token);
    int middle = token.indexOf('.') + 5;
    char other = token.charAt(middle) == 'A' ? 'B' : 'A';
    String tampered = token.substring(0, middle) + other + token.substring(middle + 1);

    assertThatThrownBy(() -> verifier.verify(tampered)).hasMessage("token invalid!");
  }

  @ParameterizedTest
  @ValueSource(strings = {"!", "=", " ", "~~~~"})
  void shouldRefuseATokenWhenSomethingFollowsIt(String more) throws AccessException {
    TokenVerifier verifier = verifier(true);
    String token = token(10);
    verifier.verify(token);

    assertThatThrownBy(() -> verifier.verify(token + more)).hasMessage("token invalid!");
  }

  @Test
  void shouldRefuseATokenThatWouldNeverExpire() {
    String endless = Jwts.builder().subject("nacos").signWith(key.secret()).compact();

    assertThatThrownBy(() -> verifier(true).verify(endless)).hasMessage("token invalid!");
  }

  @Test
  void shouldCheckATokenOnceOnlyWhenTheCacheIsOn() throws AccessException {
    assertThat(looksOfSecondCheck(true)).isLessThan(looksOfSecondCheck(false));
  }

  /** A check by the parser looks at the clock, beside what the cache itself does. */
  private int looksOfSecondCheck(boolean cache) throws AccessException {
    TokenVerifier verifier = verifier(cache);
    String token = token(10);
    verifier.verify(token);
    int before = looks;
    verifier.verify(token);
    return looks - before;
  }
}
