package dev.nacoscapacity.cluster.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.protocol.UnexpectedAnswer.Author;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnexpectedAnswerTest {

  /** As gateways pass all answers with their own name, the name alone must not decide. */
  private static final String NGINX = "nginx/1.24.0";

  private static final String PAGE =
      "<html>\r\n<head><title>503 Service Temporarily Unavailable</title></head>\r\n<body>"
          + "<center><h1>503 Service Temporarily Unavailable</h1></center></body></html>";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          503 | server is DOWN now, please try again later!
          503 | server is STARTING now, please try again later!
          403 | token expired!
          403 | <html><body>token expired!</body></html>
          500 | caused: User nacos not found;
          500 | some text of Nacos
          403 | {"timestamp":"2026-01-01","status":403,"error":"Forbidden","message":"unknown user!","path":"/"}
          500 | {"code":500,"message":"no raft leader","data":null}
          410 | {}
          400 | <!doctype html><html><head><title>HTTP Status 400 – Bad Request</title></head></html>
          200 | {"code":403,"message":"unknown user!"}
          """)
  void shouldRecognizeAnswersOfNacosThroughAGateway(int status, String body) {
    assertThat(UnexpectedAnswer.of(status, NGINX, "", body).origin()).isEqualTo(Author.NACOS);
    assertThat(UnexpectedAnswer.of(status, "", "", body).origin()).isEqualTo(Author.NACOS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          503 | nginx/1.24.0 | <html><head><title>503 Service Temporarily Unavailable</title></head></html>
          503 | ``           | <html><head><title>503 Service Temporarily Unavailable</title></head></html>
          503 | nginx        | ``
          429 | ``           | Too Many Requests
          429 | nginx/1.24.0 | {"message":"API rate limit exceeded"}
          403 | nginx/1.24.0 | <html><head><title>403 Forbidden</title></head></html>
          403 | cloudflare   | ``
          404 | kong/3.4     | {"message":"no Route matched with those values"}
          429 | ``           | {"timestamp":"2026-01-01","status":429,"requestId":"a-1"}
          302 | ``           | ``
          414 | nginx/1.24.0 | <html></html>
          200 | nginx/1.24.0 | <html><head><title>Sign in</title></head></html>
          """)
  void shouldRecognizeAGatewayByItsAnswers(int status, String server, String body) {
    assertThat(UnexpectedAnswer.of(status, server, "", body).origin()).isEqualTo(Author.GATEWAY);
  }

  /** As HAProxy, Envoy, Istio, Kong, Traefik, Spring Cloud Gateway and httpd say it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          502 | nginx/1.24.0 | <html><head><title>502 Bad Gateway</title></head></html>
          504 | ``           | Gateway Timeout
          503 | ``           | <html><body><h1>503 Service Unavailable</h1>\\nNo server is available to handle this request.\\n</body></html>
          503 | envoy        | no healthy upstream
          503 | istio-envoy  | upstream connect error or disconnect/reset before headers. retried and the latest reset reason: remote connection failure, transport failure reason: delayed connect error: 111
          503 | ``           | upstream connect error or disconnect/reset before headers. reset reason: connection failure
          503 | kong/3.4     | {"message":"failure to get a peer from the ring-balancer"}
          503 | ``           | no available server
          503 | ``           | {"timestamp":"2026-01-01","path":"/nacos","status":503,"error":"Service Unavailable","requestId":"a-1"}
          500 | ``           | {"timestamp":"2026-01-01","path":"/nacos","status":500,"error":"Internal Server Error","requestId":"a-1"}
          503 | Apache       | <html><head><title>503 Service Unavailable</title></head><body><p>The server is temporarily unable to service your\\nrequest due to maintenance downtime</p></body></html>
          """)
  void shouldBlameTheNodeWhenAGatewayFoundNone(int status, String server, String body) {
    UnexpectedAnswer answer = UnexpectedAnswer.of(status, server, "", body.translateEscapes());

    assertThat(answer.isOfGateway()).isTrue();
    assertThat(answer.isForSilentNode()).isTrue();
    assertThat(answer.author()).startsWith("a gateway");
  }

  /** Of Envoy's breaker, no node was asked. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          503 | nginx | <html><head><title>503 Service Temporarily Unavailable</title></head></html>
          503 | envoy | upstream connect error or disconnect/reset before headers. reset reason: overflow
          503 | envoy | upstream connect error or disconnect/reset before headers. retried and the latest reset reason: overflow
          429 | ``    | {"timestamp":"2026-01-01","status":429,"requestId":"a-1"}
          200 | nginx | no available server
          500 | ``    | {"code":500,"message":"no available server"}
          """)
  void shouldNotBlameTheNodeWhenAGatewayRefuses(int status, String server, String body) {
    assertThat(UnexpectedAnswer.of(status, server, "", body).isForSilentNode()).isFalse();
  }

  /** Nginx and Envoy name themselves, HAProxy and Traefik say what they miss. */
  @ParameterizedTest
  @CsvSource({"503, ''", "500, ''", "503, Service Unavailable"})
  void shouldAttributeAnAnswerToTheNodeWithoutSignsOfAGateway(int status, String body) {
    assertThat(UnexpectedAnswer.of(status, "", "", body).isOfGateway()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          404 | 404 page not found
          404 | <html><body>Not here</body></html>
          200 | hello
          404 | {"message":"not here"}
          """)
  void shouldRecognizeAServerThatIsNoNacos(int status, String body) {
    assertThat(UnexpectedAnswer.of(status, "", "", body).origin()).isEqualTo(Author.OTHER);
  }

  @Test
  void shouldQuoteTheFirstWordsAndWhereARedirectLeads() {
    UnexpectedAnswer page = UnexpectedAnswer.of(503, NGINX, "", PAGE);
    UnexpectedAnswer redirect =
        UnexpectedAnswer.of(302, "", "https://sso.example.com/login?state=s3cret#s3cret", "");

    assertThat(page.author()).isEqualTo("a gateway (nginx/1.24.0)");
    assertThat(page.product()).isEqualTo("nginx");
    assertThat(page.statement()).isEqualTo("status 503, \"503 Service Temporarily Unavailable\"");
    assertThat(redirect.statement())
        .isEqualTo("status 302, Location: https://sso.example.com/login");
    assertThat(UnexpectedAnswer.of(500, "", "", "{\"code\":1,\"message\":\"no leader\"}").words())
        .isEqualTo("no leader");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"accessToken\":\"s3cret-s3cret\",\"tokenTtl\":1}",
        "caused: token=s3cret-s3cret is stale",
        "caused: accessToken: \"s3cret-s3cret\"",
        "Authorization: Bearer s3cret-s3cret",
        "bad eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzM2NyZXQifQ.s3cret-s3cret",
        "{\"code\":1,\"message\":\"password=s3cret-s3cret\"}",
      })
  void shouldQuoteNoSecret(String body) {
    assertThat(UnexpectedAnswer.of(500, "", "", body).toString())
        .doesNotContain("s3cret")
        .doesNotContain("eyJ");
  }

  @Test
  void shouldQuoteOneShortLineWithoutControlCharacters() {
    UnexpectedAnswer hostile =
        UnexpectedAnswer.of(500, "a\u001b[2J".repeat(99), "", "b\u001b[2J\r\n".repeat(99));

    assertThat(hostile.statement() + hostile.author())
        .doesNotContain("\u001b", "\n", "\r")
        .contains("\\u001b[2J")
        .hasSizeLessThan(1_000);
  }
}
