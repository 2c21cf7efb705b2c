package com.alibaba.nacos.capacity.authcache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Date;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;

class VerifiedTokensTest {

  private static final byte[] SECRET = {1, 2, 3};
  private static final Authentication ALICE = new UsernamePasswordAuthenticationToken("alice", "");

  private final AtomicLong now = new AtomicLong(1_000_000);
  private final VerifiedTokens tokens = VerifiedTokens.bounded(100, now::get);

  @Test
  void shouldKnowATokenUntilItExpiresAndNoLonger() {
    tokens.put("token", SECRET, ALICE, new Date(now.get() + 5_000));

    assertThat(tokens.of("token", SECRET)).isSameAs(ALICE);
    now.addAndGet(4_999);
    assertThat(tokens.of("token", SECRET)).isSameAs(ALICE);
    now.addAndGet(1);
    assertThat(tokens.of("token", SECRET)).isNull();
  }

  @Test
  void shouldGiveUpTheRoomOfATokenThatExpiredAlthoughNoOneAsksForIt() {
    tokens.put("token", SECRET, ALICE, new Date(now.get() + 5_000));
    now.addAndGet(10_000);

    assertThat(tokens.size()).isZero();
  }

  @Test
  void shouldNotKnowATokenUnderAnotherSecret() {
    tokens.put("token", SECRET, ALICE, new Date(now.get() + 5_000));

    assertThat(tokens.of("token", new byte[] {1, 2, 4})).isNull();
    assertThat(tokens.of("token", SECRET.clone())).isSameAs(ALICE);
  }

  @Test
  void shouldNotRememberATokenThatNeverExpiresOrHasExpired() {
    tokens.put("eternal", SECRET, ALICE, null);
    tokens.put("expired", SECRET, ALICE, new Date(now.get() - 1));

    assertThat(tokens.of("eternal", SECRET)).isNull();
    assertThat(tokens.of("expired", SECRET)).isNull();
  }

  @Test
  void shouldStayWithinItsBoundWhenTokensNeverEnd() {
    for (int i = 0; i < 10_000; i++) {
      tokens.put("token-" + i, SECRET, ALICE, new Date(now.get() + 5_000));
    }

    assertThat(tokens.size()).isBetween(1L, 15L);
  }
}
