package dev.nacoscapacity.cluster.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.cluster.token.TokenKey;
import dev.nacoscapacity.cluster.token.TokenVerifier;
import io.jsonwebtoken.Jwts;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenGateTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Iterable<String> OPEN = Http.OPEN;
  private static final Iterable<String> ADMINISTRATION = HttpV3.ADMINISTRATION;

  private final TokenKey key = TokenKey.random();
  private final InstantSource clock = InstantSource.fixed(NOW);
  private final TokenGate gate = new TokenGate(new TokenVerifier(key, true, clock), clock);

  private String token(long secondsToLive) {
    return Jwts.builder()
        .subject("nacos")
        .expiration(Date.from(NOW.plusSeconds(secondsToLive)))
        .signWith(key.secret())
        .compact();
  }

  private static FullHttpRequest get(String uri) {
    return new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, uri);
  }

  private static FullHttpRequest form(String type, String body) {
    FullHttpRequest request =
        new DefaultFullHttpRequest(
            HttpVersion.HTTP_1_1,
            HttpMethod.POST,
            Http.LISTENER,
            Unpooled.copiedBuffer(body, StandardCharsets.UTF_8));
    request.headers().set("Content-Type", type);
    return request;
  }

  private String refusal(FullHttpRequest request) {
    Optional<FullHttpResponse> instead = gate.answerInstead(request);
    if (instead.isEmpty()) {
      return null;
    }
    FullHttpResponse answer = instead.get();
    assertThat(answer.status().code()).isEqualTo(403);
    return answer.content().toString(StandardCharsets.UTF_8);
  }

  @Test
  void shouldLetATokenPassWhereverNacosLooksForIt() {
    FullHttpRequest bearer = get(Http.LIST + "?serviceName=a");
    bearer.headers().set("Authorization", "Bearer " + token(9));

    FullHttpRequest overV3 = get(HttpV3.LIST + "?serviceName=a");
    overV3.headers().set("accessToken", token(9));

    assertThat(refusal(bearer)).isNull();
    assertThat(refusal(overV3)).isNull();
    assertThat(refusal(get(Http.LIST + "?serviceName=a&accessToken=" + token(9)))).isNull();
    assertThat(refusal(get(Http.LIST + "?accessToken=" + token(9) + "&serviceName=a"))).isNull();
    assertThat(
            refusal(
                form(
                    "application/x-www-form-urlencoded; charset=UTF-8",
                    "Listening-Configs=a%02b&accessToken=" + token(9))))
        .isNull();
  }

  @ParameterizedTest
  @CsvSource({"accessToken, ''", "Authorization, 'Bearer '"})
  void shouldLookAtTheParameterWhenTheHeaderIsEmpty(String header, String value) {
    FullHttpRequest request = get(Http.LIST + "?accessToken=" + token(9));
    request.headers().set(header, value);

    assertThat(refusal(request)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        Http.LIST,
        Http.LIST + "?serviceName=a",
        Http.LIST + "?accessToken=",
        Http.LIST + "?xaccessToken=a",
        Http.LIST + "?username=nacos&password=nacos",
        Http.LOGIN + "/../ns/instance",
        HttpV3.NODES + "/../../../client/ns/instance/list",
        HttpV3.LIST,
        Http.LOGIN + ";a/b"
      })
  void shouldRefuseARequestWithoutTokenAsNacosDoes(String uri) {
    String path = uri.replaceAll("\\?.*", "");

    assertThat(refusal(get(uri)))
        .isEqualTo(
            "{\"timestamp\":\"2026-01-01T00:00:00Z\",\"status\":403,\"error\":\"Forbidden\","
                + "\"message\":\"unknown user!\",\"path\":\""
                + path
                + "\"}");
  }

  @Test
  void shouldRefuseATokenThatIsExpiredOrOfAnotherRegistry() {
    String foreign =
        Jwts.builder()
            .subject("nacos")
            .expiration(Date.from(NOW.plusSeconds(9)))
            .signWith(TokenKey.random().secret())
            .compact();

    assertThat(refusal(get(Http.LIST + "?accessToken=" + token(-1)))).contains("token expired!");
    assertThat(refusal(get(Http.LIST + "?accessToken=" + foreign))).contains("token invalid!");
    assertThat(refusal(get(Http.LIST + "?accessToken=%"))).contains("token invalid!");
  }

  @Test
  void shouldNotTakeABodyForAFormThatIsNone() {
    assertThat(refusal(form("application/json", "accessToken=" + token(9))))
        .contains("unknown user!");
  }

  /** They may come with the servers' identity, which only a node can check. */
  @ParameterizedTest
  @FieldSource("ADMINISTRATION")
  void shouldLeaveTheCheckOfAnOperatorToTheNode(String path) {
    assertThat(refusal(get(path))).isNull();
  }

  @ParameterizedTest
  @FieldSource("OPEN")
  void shouldLetPassWhatNeedsNoToken(String path) {
    assertThat(refusal(get(path + "?username=nacos"))).isNull();
  }
}
