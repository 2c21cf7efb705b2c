package dev.nacoscapacity.simulator.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.engine.BeatCall;
import dev.nacoscapacity.simulator.engine.CallFixtures;
import dev.nacoscapacity.simulator.engine.ListCall;
import dev.nacoscapacity.simulator.engine.ListenCall;
import dev.nacoscapacity.simulator.engine.LoginCall;
import dev.nacoscapacity.simulator.engine.ReadCall;
import dev.nacoscapacity.simulator.engine.SweepCall;
import dev.nacoscapacity.simulator.verify.IdentityScan;
import dev.nacoscapacity.simulator.workload.ConfigContent;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class HttpAnswerTest {

  private static final Fleet FLEET = Workloads.fleet(8, 2);
  private static final String DOWN = "server is DOWN now, please try again later!";
  private static final String BEAT =
      "{\"clientBeatInterval\":5000,\"code\":10200,\"lightBeatEnabled\":true}";
  private static final String LIST =
      "{\"name\":\"DEFAULT_GROUP@@a\",\"clusters\":\"\",\"cacheMillis\":3000,\"hosts\":["
          + "{\"ip\":\"198.18.0.1\",\"port\":8080,\"valid\":true,\"healthy\":true,\"weight\":1.0},"
          + "{\"ip\":\"198.18.0.2\",\"port\":8080,\"valid\":true,\"healthy\":false,\"weight\":1.0}],"
          + "\"checksum\":\"\",\"valid\":true}";

  private static final Duration HOLD = Duration.ofSeconds(30);

  private HttpAnswer reader = new HttpAnswer(HttpApi.V1, HOLD);
  private Call call;
  private String server = "";

  private String answer(Operation operation, int status, String body) {
    return answer(CallFixtures.of(operation), status, body);
  }

  private String answer(Call asked, int status, String body) {
    call = asked;
    reader.begin(call);
    byte[] bytes = body.getBytes(ISO_8859_1);
    int half = bytes.length / 2;
    reader.part(bytes, 0, half);
    reader.part(bytes, half, bytes.length);
    return reader.finish(status, false, () -> server);
  }

  @Test
  void shouldReadTheAnswerToABeat() {
    assertThat(answer(Operation.BEAT, 200, BEAT)).isNull();
    assertThat(((BeatCall) call).intervalMillis).isEqualTo(5000);
    assertThat(((BeatCall) call).lightAllowed).isTrue();
    assertThat(((BeatCall) call).unknownInstance).isFalse();
  }

  @Test
  void shouldNotFailABeatWhenTheInstanceIsUnknown() {
    assertThat(answer(Operation.BEAT, 200, "{\"clientBeatInterval\":7000,\"code\":20404}"))
        .isNull();
    assertThat(((BeatCall) call).unknownInstance).isTrue();
    assertThat(((BeatCall) call).lightAllowed).isFalse();
    assertThat(((BeatCall) call).intervalMillis).isEqualTo(7000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          BEAT       | {}                     | unexpected answer
          BEAT       | {"code":10500}         | unexpected answer
          BEAT       | ok                     | unexpected answer
          BEAT       | ``                     | unexpected answer
          REGISTER   | ok                     | `null`
          REGISTER   | ok!                    | unexpected answer
          REGISTER   | ``                     | unexpected answer
          DEREGISTER | ok                     | `null`
          DEREGISTER | ok!                    | unexpected answer
          DEREGISTER | ``                     | unexpected answer
          LIST       | {"name":"a"            | unexpected answer
          LIST       | caused: no             | unexpected answer
          LIST       | ``                     | unexpected answer
          PUBLISH    | true                   | `null`
          PUBLISH    | false                  | unexpected answer
          SCRAPE     | <html>Sign in</html>   | unexpected answer
          SCRAPE     | {"code":0}             | unexpected answer
          SCRAPE     | ``                     | unexpected answer
          SCRAPE     | up 1                   | answer cut off
          """)
  void shouldAcceptNothingButTheAnswerToItsCall(Operation operation, String body, String failure) {
    assertThat(String.valueOf(answer(operation, 200, body))).isEqualTo(failure);
  }

  private static String envelope(int code, String data) {
    return "{\"code\":%d,\"message\":\"success\",\"data\":%s}".formatted(code, data);
  }

  @Test
  void shouldReadTheContentOfAConfiguration() {
    assertThat(answer(Operation.READ, 200, "a: 1")).isNull();
    assertThat(((ReadCall) call).content).isEqualTo("a: 1");
    assertThat(answer(Operation.READ, 404, "config data not exist\n")).isNull();
    assertThat(((ReadCall) call).content).isNull();
    assertThat(answer(Operation.READ, 404, "not found")).isEqualTo("http 404");

    assertThat(answer(Operation.PUBLISH, 403, "")).isEqualTo("http 403");
  }

  @Test
  void shouldReadWhichConfigurationsHaveChanged() {
    ListenCall listen =
        new ListenCall().about(new int[] {0}, new ConfigContent[] {ConfigContent.NONE});
    String changed = "a%02DEFAULT_GROUP%02capacity%01b%02DEFAULT_GROUP%01\n";

    assertThat(answer(listen, 200, changed)).isNull();
    assertThat(listen.changed).containsExactly("a", "b");
    assertThat(answer(listen, 200, "")).isNull();
    assertThat(listen.changed).isEmpty();
  }

  @Test
  void shouldNotTakeAPageOfAGatewayForALongPoll() {
    assertThat(answer(Operation.LISTEN, 200, "")).isNull();
    assertThat(answer(Operation.LISTEN, 200, "<html>please log in</html>"))
        .isEqualTo("unexpected answer");
  }

  @Test
  void shouldReadAnswersOfV3() {
    reader = new HttpAnswer(HttpApi.V3, HOLD);

    assertThat(answer(Operation.REGISTER, 200, envelope(0, "\"ok\""))).isNull();
    assertThat(answer(Operation.DEREGISTER, 200, envelope(0, "\"ok\""))).isNull();
    assertThat(answer(Operation.BEAT, 200, envelope(0, "\"ok\""))).isNull();
    assertThat(((BeatCall) call).unknownInstance).isFalse();
    assertThat(answer(Operation.BEAT, 200, envelope(21003, "null"))).isNull();
    assertThat(((BeatCall) call).unknownInstance).isTrue();
    assertThat(((BeatCall) call).intervalMillis).isZero();
    assertThat(answer(Operation.LISTEN, 200, envelope(0, "{\"content\":\"x\"}"))).isNull();
    assertThat(answer(Operation.LISTEN, 200, envelope(20004, "null"))).isNull();
    assertThat(answer(Operation.LOGIN, 200, "{\"accessToken\":\"t\",\"tokenTtl\":1}")).isNull();
    assertThat(answer(Operation.SCRAPE, 200, "up 1\n")).isNull();
  }

  @Test
  void shouldCountTheHostsOfAListOfV3() {
    reader = new HttpAnswer(HttpApi.V3, HOLD);

    assertThat(
            answer(
                Operation.LIST,
                200,
                envelope(
                    0,
                    "[{\"ip\":\"198.18.0.1\",\"port\":8080,\"healthy\":true},"
                        + "{\"ip\":\"198.18.0.2\",\"port\":8080,\"healthy\":false}]")))
        .isNull();
    assertThat(((ListCall) call).hosts).isEqualTo(2);
    assertThat(((ListCall) call).healthy).isEqualTo(1);
    assertThat(answer(Operation.SWEEP, 200, envelope(0, "[]"))).isNull();
    assertThat(IdentityScan.of(FLEET, 0, ((SweepCall) call).listing)).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "BEAT, 30000",
    "REGISTER, 21003",
    "DEREGISTER, 10001",
    "LIST, 30000",
    "LISTEN, 30000"
  })
  void shouldFailAV3CallWhenItsEnvelopeHoldsAnError(Operation operation, int code) {
    reader = new HttpAnswer(HttpApi.V3, HOLD);

    assertThat(answer(operation, 200, envelope(code, "[]"))).isEqualTo("unexpected answer");
    assertThat(answer(operation, 200, "ok")).isEqualTo("unexpected answer");
    assertThat(answer(operation, 200, "")).isEqualTo("unexpected answer");
    assertThat(answer(operation, 410, envelope(40000, "null"))).isEqualTo("http 410");
    assertThat(answer(operation, 503, DOWN)).isEqualTo("server is DOWN");
  }

  @Test
  void shouldCountTheHostsOfAList() {
    assertThat(answer(Operation.LIST, 200, LIST)).isNull();
    assertThat(((ListCall) call).hosts).isEqualTo(2);
    assertThat(((ListCall) call).healthy).isEqualTo(1);
  }

  @Test
  void shouldKeepWhatASweepNames() {
    assertThat(answer(Operation.SWEEP, 200, LIST)).isNull();
    List<Boolean> named = new ArrayList<>();
    assertThat(((SweepCall) call).listing.read(FLEET, (instance, healthy) -> named.add(healthy)))
        .isTrue();
    assertThat(named).containsExactlyInAnyOrder(true, false);
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"CONNECT", "SUBSCRIBE", "PUSH"})
  void shouldRecogniseAServerWithoutALeaderWhateverItsStatus(Operation operation) {
    assertThat(answer(operation, 503, DOWN)).isEqualTo("server is DOWN");
    assertThat(answer(operation, 200, DOWN)).isEqualTo("server is DOWN");
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "PUSH")
  void shouldReportABadStatus(Operation operation) {
    assertThat(answer(operation, 403, "{\"status\":403,\"message\":\"unknown user!\"}"))
        .isEqualTo("http 403");
    assertThat(answer(operation, 500, "")).isEqualTo("http 500");
    assertThat(answer(operation, 999, "")).isEqualTo("http status out of range");
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"CONNECT", "SUBSCRIBE", "PUSH"})
  void shouldDistinguishAGatewaysAnswerFromANodes(Operation operation) {
    server = "nginx/1.24.0";

    assertThat(answer(operation, 503, "<html>503 Service Temporarily Unavailable</html>"))
        .isEqualTo("http 503 by gateway nginx");
    assertThat(answer(operation, 429, "")).isEqualTo("http 429 by gateway nginx");
    assertThat(answer(operation, 502, "")).isEqualTo("http 502 by gateway nginx, node silent");
    assertThat(answer(operation, 503, "no healthy upstream"))
        .isEqualTo("http 503 by gateway nginx, node silent");
    assertThat(answer(operation, 403, "{\"status\":403,\"message\":\"x\",\"timestamp\":1}"))
        .isEqualTo("http 403");
    assertThat(answer(operation, 503, DOWN)).isEqualTo("server is DOWN");
  }

  /** A node holds a long poll for 29.5 s. */
  @Test
  void shouldBlameTheGatewayThatCutsALongPoll() {
    server = "nginx/1.24.0";
    Call poll = CallFixtures.of(Operation.LISTEN);
    poll.answered = HOLD.minusSeconds(10).toNanos();

    assertThat(answer(poll, 504, "")).isEqualTo("http 504 by gateway nginx");
    poll.answered = HOLD.plusSeconds(30).toNanos();
    assertThat(answer(poll, 504, "")).isEqualTo("http 504 by gateway nginx, node silent");
    assertThat(answer(Operation.BEAT, 504, "")).isEqualTo("http 504 by gateway nginx, node silent");
  }

  @Test
  void shouldReadAnswersThatAGatewayIndented() {
    String indented = BEAT.replace(":", " : ").replace(",", ",\n  ");

    assertThat(answer(Operation.BEAT, 200, indented)).isNull();
    assertThat(((BeatCall) call).intervalMillis).isEqualTo(5000);
    assertThat(((BeatCall) call).lightAllowed).isTrue();
    assertThat(answer(Operation.BEAT, 200, indented.replace("true", "false"))).isNull();
    assertThat(((BeatCall) call).lightAllowed).isFalse();
    assertThat(answer(Operation.LOGIN, 200, "{\n \"accessToken\" : \"t\"}")).isNull();
  }

  @Test
  void shouldRequireATokenInTheAnswerToALogin() {
    String login = "{\"accessToken\":\"a.b.c\",\"tokenTtl\":18000,\"globalAdmin\":true}";
    assertThat(answer(Operation.LOGIN, 200, login)).isNull();
    assertThat(((LoginCall) call).body).asString(ISO_8859_1).isEqualTo(login);
    assertThat(answer(Operation.LOGIN, 200, "")).isEqualTo("unexpected answer");
    assertThat(((LoginCall) call).body).isNull();
    assertThat(answer(Operation.LOGIN, 200, "unknown user!")).isEqualTo("unexpected answer");
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "PUSH")
  void shouldRejectACompressedAnswer(Operation operation) {
    call = CallFixtures.of(operation);
    reader.begin(call);

    assertThat(reader.finish(200, true, () -> server)).isEqualTo("compressed answer");
  }

  @Test
  void shouldRefuseAnEndlessBody() {
    call = CallFixtures.of(Operation.SCRAPE);
    reader.begin(call);
    byte[] megabyte = new byte[1 << 20];

    assertThatIllegalStateException()
        .isThrownBy(
            () -> {
              for (int i = 0; i <= 64; i++) {
                reader.part(megabyte, 0, megabyte.length);
              }
            });
  }

  @Test
  void shouldCountAListOfAnySizeWithoutKeepingIt() {
    call = CallFixtures.of(Operation.LIST);
    reader.begin(call);
    byte[] begin = "{\"hosts\":[".getBytes(ISO_8859_1);
    byte[] host = "{\"healthy\":true,\"metadata\":{}},".repeat(1000).getBytes(ISO_8859_1);
    byte[] end = "{\"healthy\":false}]}".getBytes(ISO_8859_1);
    reader.part(begin, 0, begin.length);
    for (int i = 0; i < 3000; i++) {
      reader.part(host, 0, host.length);
    }
    reader.part(end, 0, end.length);

    assertThat(reader.finish(200, false, () -> server)).isNull();
    assertThat(((ListCall) call).hosts).isEqualTo(3_000_001);
  }
}
