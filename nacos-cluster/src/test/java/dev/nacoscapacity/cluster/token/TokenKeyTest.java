package dev.nacoscapacity.cluster.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenKeyTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "c2hvcnQ=", "not base64!"})
  void shouldRefuseSecretWithoutQuotingItWhenTooWeak(String secret) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TokenKey.ofBase64(secret))
        .withMessageContaining("openssl rand -base64 32")
        .satisfies(
            e -> {
              if (!secret.isEmpty()) {
                assertThat(e).message().doesNotContain(secret);
              }
              assertThat(e).hasNoCause();
            });
  }

  @Test
  void shouldBeReadAsItWasWrittenAndShowNothing() {
    TokenKey key = TokenKey.random();

    assertThat(TokenKey.ofBase64(key.base64() + "\n").secret()).isEqualTo(key.secret());
    assertThat(key).asString().doesNotContain(key.base64());
  }
}
