package dev.nacoscapacity.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.Login;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.auth.Credentials;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AdminTokenTest {

  private static final Duration LIFE = Duration.ofHours(5);
  private static final InetSocketAddress NOBODY = new InetSocketAddress("127.0.0.1", 1);

  private long now = 7;
  private boolean reachable = true;
  private int logins;

  private final AdminToken token =
      new AdminToken(
          new Access("first", LIFE, new Credentials("nacos", "secret")),
          user -> logIn(),
          () -> now);

  private Login logIn() {
    if (!reachable) {
      return AdminClient.of(NOBODY, Duration.ofSeconds(1)).login("nacos", "secret");
    }
    return new Login("renewed " + ++logins, LIFE);
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }

  @Test
  void shouldLogInOnlyWhenTheTokenNearsItsEnd() {
    pass(Duration.ofHours(4));
    assertThat(token.get()).isEqualTo("first");

    pass(Duration.ofMinutes(30));
    assertThat(token.get()).isEqualTo("renewed 1");
    pass(Duration.ofHours(4));
    assertThat(token.get()).isEqualTo("renewed 1");
  }

  @Test
  void shouldKeepTheTokenAndTryAgainWhenALoginFails() {
    reachable = false;
    pass(Duration.ofMinutes(280));
    assertThat(token.get()).isEqualTo("first");

    reachable = true;
    assertThat(token.get()).as("not at once").isEqualTo("first");
    pass(Duration.ofSeconds(5));
    assertThat(token.get()).isEqualTo("renewed 1");
  }
}
