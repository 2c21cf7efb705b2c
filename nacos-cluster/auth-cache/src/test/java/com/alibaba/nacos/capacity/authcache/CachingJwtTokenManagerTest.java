package com.alibaba.nacos.capacity.authcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.alibaba.nacos.auth.common.AuthConfigs;
import com.alibaba.nacos.console.security.nacos.JwtTokenManager;
import io.jsonwebtoken.ExpiredJwtException;
import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.SignatureAlgorithm;
import io.jsonwebtoken.security.Keys;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.test.util.ReflectionTestUtils;

/** Beside the server's own class, which decides what is right. */
class CachingJwtTokenManagerTest {

  private static final String SECRET =
      "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4v";
  private static final String OTHER_SECRET =
      "BBECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4v";

  private final AuthConfigs configs = configs(SECRET);
  private final JwtTokenManager server = server(configs);
  private final CachingJwtTokenManager caching = caching(configs);

  @Test
  void shouldFindTheSameUserAsTheServerAgainAndAgain() {
    String token = server.createToken("alice");

    for (int i = 0; i < 3; i++) {
      caching.validateToken(token);
      assertThat(caching.getAuthentication(token)).isEqualTo(server.getAuthentication(token));
    }
  }

  @Test
  void shouldNotVerifyAgainWhatItVerified() {
    String token = server.createToken("alice");
    caching.getAuthentication(token);
    // Were it asked again, the server would now refuse.
    ReflectionTestUtils.setField(caching, JwtTokenManager.class, "authConfigs", null, null);

    assertThatCode(() -> caching.validateToken(token)).doesNotThrowAnyException();
    assertThat(caching.getAuthentication(token).getName()).isEqualTo("alice");
  }

  @Test
  void shouldMakeTokensAsTheServerDoes() {
    String token = caching.createToken("alice");

    assertThat(server.getAuthentication(token).getName()).isEqualTo("alice");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "no token", "a.b.c", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbGljZSJ9."})
  void shouldRefuseAsTheServerDoes(String token) {
    assertRefusedAlike(token);
  }

  @Test
  void shouldRefuseATamperedTokenAlthoughTheTrueOneIsKnown() {
    String token = server.createToken("alice");
    caching.getAuthentication(token);
    int last = token.length() - 2;
    char other = token.charAt(last) == 'A' ? 'B' : 'A';

    assertRefusedAlike(token.substring(0, last) + other + token.substring(last + 1));
    assertRefusedAlike(
        token.substring(0, token.lastIndexOf('.')) + server.createToken("bob").substring(60));
  }

  @Test
  void shouldRefuseAnExpiredToken() {
    assertRefusedAlike(token("alice", new Date(System.currentTimeMillis() - 1_000)));
    assertThatThrownBy(
            () ->
                caching.validateToken(token("alice", new Date(System.currentTimeMillis() - 1_000))))
        .isInstanceOf(ExpiredJwtException.class);
  }

  @Test
  void shouldRefuseATokenOnceTheSecretHasChanged() {
    String token = server.createToken("alice");
    caching.getAuthentication(token);

    ReflectionTestUtils.setField(configs, "secretKey", OTHER_SECRET);
    ReflectionTestUtils.setField(configs, "secretKeyBytes", null);

    assertRefusedAlike(token);
  }

  @Test
  void shouldRememberNothingThatWasRefused() {
    String signature = server.createToken("alice").substring(60);
    for (int i = 0; i < 1_000; i++) {
      String bad = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbGljZSJ" + i + "." + signature;
      assertThat(catchThrowable(() -> caching.validateToken(bad))).isNotNull();
      assertThat(catchThrowable(() -> caching.getAuthentication(bad))).isNotNull();
    }

    assertThat(caching.cached()).isZero();
  }

  @Test
  void shouldNotLetOneCallersChangesReachTheNext() {
    String token = server.createToken("alice");
    ((UsernamePasswordAuthenticationToken) caching.getAuthentication(token)).setDetails("changed");

    Authentication next = caching.getAuthentication(token);

    assertThat(next.getDetails()).isNull();
  }

  @Test
  void shouldReplaceTheServersTokenManager() {
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      context.registerBean(AuthConfigs.class, () -> configs);
      context.register(JwtTokenManager.class, CachingJwtTokenManager.class);
      context.refresh();

      assertThat(context.getBean(JwtTokenManager.class)).isInstanceOf(CachingJwtTokenManager.class);
    }
  }

  private void assertRefusedAlike(String token) {
    Throwable refusal = catchThrowable(() -> server.validateToken(token));

    assertThat(refusal).isNotNull();
    assertThat(catchThrowable(() -> caching.validateToken(token))).hasSameClassAs(refusal);
    assertThat(catchThrowable(() -> caching.getAuthentication(token))).hasSameClassAs(refusal);
  }

  private String token(String user, Date expiry) {
    return Jwts.builder()
        .setSubject(user)
        .setExpiration(expiry)
        .signWith(Keys.hmacShaKeyFor(configs.getSecretKeyBytes()), SignatureAlgorithm.HS256)
        .compact();
  }

  private static AuthConfigs configs(String secret) {
    AuthConfigs configs = new AuthConfigs();
    ReflectionTestUtils.setField(configs, "secretKey", secret);
    ReflectionTestUtils.setField(configs, "tokenValidityInSeconds", TimeUnit.HOURS.toSeconds(5));
    return configs;
  }

  private static JwtTokenManager server(AuthConfigs configs) {
    JwtTokenManager manager = new JwtTokenManager();
    ReflectionTestUtils.setField(manager, "authConfigs", configs);
    return manager;
  }

  private static CachingJwtTokenManager caching(AuthConfigs configs) {
    CachingJwtTokenManager manager = new CachingJwtTokenManager(configs);
    ReflectionTestUtils.setField(manager, JwtTokenManager.class, "authConfigs", configs, null);
    return manager;
  }
}
