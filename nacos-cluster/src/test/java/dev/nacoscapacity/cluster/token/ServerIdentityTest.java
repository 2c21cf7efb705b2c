package dev.nacoscapacity.cluster.token;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerIdentityTest {

  @Test
  void shouldNeedAKeyAndAValue() {
    assertThat(ServerIdentity.of("key", "value")).hasValue(new ServerIdentity("key", "value"));
    assertThat(ServerIdentity.of("key", "")).isEmpty();
    assertThat(ServerIdentity.of(null, "value")).isEmpty();
  }

  @Test
  void shouldFollowFromAStandInsKeyAndNotShowIt() {
    TokenKey key = TokenKey.random();

    assertThat(ServerIdentity.ofStandIn(key))
        .isEqualTo(ServerIdentity.ofStandIn(TokenKey.ofBase64(key.base64())))
        .isNotEqualTo(ServerIdentity.ofStandIn(TokenKey.random()))
        .hasToString("ServerIdentity[hidden]");
    assertThat(ServerIdentity.ofStandIn(key).value()).doesNotContain(key.base64());
  }
}
