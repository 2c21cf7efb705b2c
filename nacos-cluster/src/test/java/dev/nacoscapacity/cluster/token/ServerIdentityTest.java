package dev.nacoscapacity.cluster.token;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerIdentityTest {

  @Test
  void shouldWantAKeyAndAValue() {
    assertThat(ServerIdentity.of("key", "value")).hasValue(new ServerIdentity("key", "value"));
    assertThat(ServerIdentity.of("key", "")).isEmpty();
    assertThat(ServerIdentity.of(null, "value")).isEmpty();
  }

  @Test
  void shouldNotShowItself() {
    assertThat(new ServerIdentity("key", "value")).hasToString("ServerIdentity[hidden]");
  }
}
