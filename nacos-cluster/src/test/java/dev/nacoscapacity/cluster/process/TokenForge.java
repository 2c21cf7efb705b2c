package dev.nacoscapacity.cluster.process;

import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.security.Keys;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.Properties;
import javax.crypto.SecretKey;

/** Makes tokens with the key of a real 1.4.1 node. */
final class TokenForge {

  private final SecretKey key;

  /**
   * @param home the node's folder
   */
  TokenForge(Path home) throws IOException {
    Properties settings = new Properties();
    try (Reader reader = Files.newBufferedReader(home.resolve("conf/application.properties"))) {
      settings.load(reader);
    }
    String secret = settings.getProperty("nacos.core.auth.default.token.secret.key");
    key = Keys.hmacShaKeyFor(Base64.getDecoder().decode(secret));
  }

  /** The administrator's, which expires so long after now. */
  String token(Duration life) {
    return token("nacos", life);
  }

  String token(String user, Duration life) {
    return Jwts.builder()
        .subject(user)
        .expiration(Date.from(Instant.now().plus(life)))
        .signWith(key, Jwts.SIG.HS256)
        .compact();
  }
}
