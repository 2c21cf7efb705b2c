package dev.nacoscapacity.cluster.standin.auth;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.cluster.standin.registry.ManualLoop;
import dev.nacoscapacity.cluster.token.AccessException;
import dev.nacoscapacity.cluster.token.TokenKey;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenIssuerTest {

  private static final Duration TTL = Duration.ofSeconds(18_000);

  private final ManualLoop clock = new ManualLoop();
  private final StandInAccount credentials =
      new StandInAccount("nacos", "right", TokenKey.random());

  private TokenIssuer tokens(boolean cache) {
    return new TokenIssuer(credentials, true, TTL, cache, clock);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldAcceptTokenUntilItExpires(boolean cache) throws AccessException {
    TokenIssuer tokens = tokens(cache);
    String token = tokens.login("nacos", "right");
    tokens.verify(token);
    clock.pass(TTL.minusSeconds(1));
    assertThatCode(() -> tokens.verify(token)).doesNotThrowAnyException();

    clock.passSeconds(2);

    assertThatThrownBy(() -> tokens.verify(token))
        .isInstanceOf(AccessException.class)
        .hasMessage("token expired!");
  }

  @Test
  void shouldAcceptTokenOfAnotherNodeWhenSecretIsShared() throws AccessException {
    String token = tokens(true).login("nacos", "right");

    assertThatCode(() -> tokens(true).verify(token)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldRefuseTokenWhenSignedWithAnotherSecret(boolean cache) throws AccessException {
    StandInAccount other = new StandInAccount("nacos", "right", TokenKey.random());
    String forged = new TokenIssuer(other, true, TTL, cache, clock).login("nacos", "right");

    assertThatThrownBy(() -> tokens(cache).verify(forged)).hasMessage("token invalid!");
    assertThatThrownBy(() -> tokens(cache).verify("")).hasMessage("token invalid!");
  }

  @Test
  void shouldRefuseLoginWhenUserOrPasswordIsWrong() {
    for (String[] wrong : new String[][] {{"nacos", "wrong"}, {"root", "right"}, {null, null}}) {
      assertThatThrownBy(() -> tokens(true).login(wrong[0], wrong[1])).hasMessage("unknown user!");
    }
  }
}
