package dev.nacoscapacity.simulator.client.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseParserTest {

  private static final String OK = "HTTP/1.1 200 OK\r\n";

  private final ResponseParser parser = new ResponseParser();
  private final StringBuilder body = new StringBuilder();

  private int parse(String text) {
    byte[] bytes = text.getBytes(ISO_8859_1);
    return parser.parse(bytes, 0, bytes.length, this::part);
  }

  private void part(byte[] bytes, int from, int to) {
    body.append(new String(bytes, from, to - from, ISO_8859_1));
  }

  private void assertAnswer(int status, String text, boolean keepAlive) {
    assertThat(parser.isDone()).isTrue();
    assertThat(parser.status()).isEqualTo(status);
    assertThat(body).hasToString(text);
    assertThat(parser.keepAlive()).isEqualTo(keepAlive);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Type: text/plain\r\nContent-Length: 2\r\n\r\nok",
        "Transfer-Encoding: chunked\r\n\r\n"
            + "1;name=value\r\no\r\n1\r\nk\r\n0\r\nExpires: now\r\nOther: x\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n02\r\nok\r\n0\r\n\r\n",
        "Content-Length: 999\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
        "Content-Encoding: Identity\r\nContent-Length: 2\r\n\r\nok",
        "Connection: not-close\r\nContent-Length: 2\r\n\r\nok"
      })
  void shouldReadABodyAndKeepItsConnection(String answer) {
    parse(OK + answer);
    assertAnswer(200, "ok", true);
    assertThat(parser.encoded()).isFalse();
  }

  @Test
  void shouldReadChunksOfHexadecimalLength() {
    parse(OK + "Transfer-Encoding: chunked\r\n\r\nA\r\n0123456789\r\n0\r\n\r\n");
    assertAnswer(200, "0123456789", true);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n",
        "HTTP/1.1 204 X\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        "HTTP/1.1 304 X\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n"
      })
  void shouldBeDoneAtOnceWhenThereIsNoBody(String head) {
    parse(head + "\r\n");
    assertAnswer(Integer.parseInt(head.substring(9, 12)), "", true);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          HTTP/1.0 | X: y                   | false
          HTTP/1.0 | Connection: Keep-Alive | true
          HTTP/1.1 | Connection: close      | false
          HTTP/1.1 | 'Connection: Close '   | false
          HTTP/1.1 | Connection: close, x   | false
          HTTP/1.1 | 'Connection: x,\tclose' | false
          """)
  void shouldReuseAConnectionUnlessItIsToBeClosed(String version, String header, boolean kept) {
    parse(version + " 200 OK\r\n" + header + "\r\nContent-Length: 2\r\n\r\nok");
    assertAnswer(200, "ok", kept);
  }

  @Test
  void shouldReadHeadersInAnyCaseAndWithoutBlanks() {
    parse("http/1.1 200\nCONTENT-LENGTH:2 \ncontent-Encoding: BR\n\nok");
    assertAnswer(200, "ok", true);
    assertThat(parser.encoded()).isTrue();
  }

  @Test
  void shouldKeepTheServersNameUntilTheNextAnswer() {
    parse(OK + "server:  nginx/1.24.0 \r\nContent-Length: 0\r\n\r\n");
    assertThat(parser.server()).isEqualTo("nginx/1.24.0 ");
    parser.reset();
    parse(OK + "Server: " + "x".repeat(99) + "\r\nContent-Length: 0\r\n\r\n");
    assertThat(parser.server()).isEqualTo("x".repeat(40));
    parser.reset();
    parse(OK + "Content-Length: 0\r\n\r\n");
    assertThat(parser.server()).isEmpty();
  }

  @Test
  void shouldReadUntilTheServerClosesWhenNoLengthIsGiven() {
    parse(OK + "\r\nhello");

    assertThat(parser.isDone()).isFalse();
    assertThat(parser.endOfInput()).isTrue();
    assertAnswer(200, "hello", false);
  }

  @Test
  void shouldNotAcceptHalfAnAnswerWhenTheServerCloses() {
    parse(OK + "Content-Length: 10\r\n\r\nhello");

    assertThat(parser.endOfInput()).isFalse();
  }

  @Test
  void shouldSkipInterimResponses() {
    parse("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + OK);
    parse("Content-Length: 2\r\n\r\nok");

    assertAnswer(200, "ok", true);
  }

  /** In parts, as an answer may come. */
  @Test
  void shouldInflateABodyThatAGatewayCompressed() throws IOException {
    String list = "{\"hosts\":[" + "{\"healthy\":true},".repeat(500) + "]}";
    byte[] zipped = gzip(list);
    String head = OK + "Content-Encoding: gzip\r\nContent-Length: " + zipped.length + "\r\n\r\n";

    for (int answer = 0; answer < 2; answer++) {
      parser.reset();
      body.setLength(0);
      parse(head);
      for (int at = 0; at < zipped.length; at += 7) {
        parser.parse(zipped, at, Math.min(zipped.length, at + 7), this::part);
      }
      assertAnswer(200, list, true);
      assertThat(parser.encoded()).isFalse();
    }
  }

  @Test
  void shouldRefuseABodyThatIsNotCompressedAsDeclared() {
    assertThatIllegalStateException()
        .isThrownBy(
            () -> parse(OK + "Content-Encoding: gzip\r\nContent-Length: 12\r\n\r\n{\"hosts\":[]}"));
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(ISO_8859_1));
    }
    return bytes.toByteArray();
  }

  @Test
  void shouldStopAtTheEndOfTheAnswer() {
    String answer = OK + "Content-Length: 2\r\n\r\nok";

    assertThat(parse(answer + "HTTP/1.1 ")).isEqualTo(answer.length());
  }

  @Test
  void shouldBeUntouchedOnlyUntilTheFirstByte() {
    assertThat(parser.untouched()).isTrue();
    parse("HTTP/1.1 100 Continue\r\n\r\n");
    assertThat(parser.untouched()).isFalse();
    parser.reset();
    assertThat(parser.untouched()).isTrue();
  }

  @Test
  void shouldForgetTheLastAnswer() {
    parse(OK + "Content-Encoding: br\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok");
    parser.reset();
    body.setLength(0);
    parse("HTTP/1.1 500 Oops\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");

    assertAnswer(500, "", true);
    assertThat(parser.encoded()).isFalse();
  }

  @Test
  void shouldRefuseALongLineInOnePieceAsWellAsInMany() {
    String line = "X: " + "y".repeat(16 * 1024);

    assertThatIllegalStateException().isThrownBy(() -> parse(OK + line + "\r\n"));
    ResponseParser second = new ResponseParser();
    byte[] bytes = (OK + line).getBytes(ISO_8859_1);
    assertThatIllegalStateException()
        .isThrownBy(
            () -> {
              for (int i = 0; i < bytes.length; i++) {
                second.parse(bytes, i, i + 1, this::part);
              }
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "garbage that is no HTTP\r\n",
        "HTTP/2 200 OK and more\r\n",
        "HTTP/1.1 2x0 OK\r\n",
        "HTTP/1.1 2000\r\n",
        "\r\n",
        OK + "no colon here\r\n",
        OK + "Content-Length: 1 2\r\n",
        OK + "Content-Length: -2\r\n",
        OK + "Content-Length:\r\n",
        OK + "Content-Length: 1234567890123\r\n",
        OK + "Content-Length: 2\r\nContent-Length: 3\r\n",
        OK + "Transfer-Encoding: gzip\r\n",
        OK + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n",
        OK + "Transfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n",
      })
  void shouldRefuseGarbage(String text) {
    assertThatIllegalStateException().isThrownBy(() -> parse(text));
  }

  @Provide
  Arbitrary<String> answers() {
    List<String> wellFormed =
        List.of(
            OK + "Content-Length: 12\r\n\r\n0123456789ab",
            OK + "\r\nuntil the end",
            OK + "Transfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n1\r\nd\r\n0\r\nT: 1\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n"
                + OK
                + "Connection: close\r\nContent-Length: 1\r\n\r\nx",
            "HTTP/1.0 404 Not Found\r\nContent-Length: 3\r\nContent-Encoding: br\r\n\r\nabc",
            OK + "Content-Length: 2\r\n\r\nok and more than was said");
    Arbitrary<String> broken =
        Arbitraries.of(wellFormed)
            .flatMap(
                text ->
                    Arbitraries.integers()
                        .between(0, text.length() - 1)
                        .flatMap(
                            at ->
                                Arbitraries.chars()
                                    .ascii()
                                    .map(c -> text.substring(0, at) + c + text.substring(at + 1))));
    return Arbitraries.oneOf(Arbitraries.of(wellFormed), broken);
  }

  @Property(seed = "1")
  void shouldReadTheSameInWhateverPiecesTheBytesCome(
      @ForAll("answers") String answer,
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 40) int longestPiece) {
    assertThat(outcome(answer, new Random(seed), longestPiece))
        .isEqualTo(outcome(answer, new Random(0), Integer.MAX_VALUE));
  }

  /** All that can be observed of an answer, or that it was refused. */
  private static String outcome(String answer, Random random, int longestPiece) {
    byte[] bytes = answer.getBytes(ISO_8859_1);
    ResponseParser parser = new ResponseParser();
    StringBuilder body = new StringBuilder();
    int at = 0;
    try {
      while (at < bytes.length && !parser.isDone()) {
        int piece = longestPiece > bytes.length ? bytes.length : 1 + random.nextInt(longestPiece);
        int end = Math.min(bytes.length, at + piece);
        at =
            parser.parse(
                bytes,
                at,
                end,
                (b, from, to) -> body.append(new String(b, from, to - from, ISO_8859_1)));
      }
    } catch (IllegalStateException e) {
      return "refused";
    }
    boolean whole = parser.endOfInput();
    return whole
        ? "%d %s %s %s %d"
            .formatted(parser.status(), body, parser.keepAlive(), parser.encoded(), at)
        : "unfinished after " + body;
  }
}
