package dev.nacoscapacity.simulator.client.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.simulator.Workloads;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.HttpParts;
import dev.nacoscapacity.simulator.client.HttpSettings;
import dev.nacoscapacity.simulator.engine.BeatCall;
import dev.nacoscapacity.simulator.engine.CallFixtures;
import dev.nacoscapacity.simulator.engine.ListenCall;
import dev.nacoscapacity.simulator.engine.PublishCall;
import dev.nacoscapacity.simulator.workload.ConfigContent;
import dev.nacoscapacity.simulator.workload.Fleet;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares with requests recorded, byte by byte, from nacos-client 1.4.2 on Java 17. What differs
 * from call to call (request id, time and its digest) and from machine to machine (the Java
 * version) is masked; names that the recorded client was given are replaced by the fleet's.
 */
class HttpPartsTest {

  private static final int INSTANCE = 1;

  /** The instance of the test, and 0 before it. */
  private static final int SUBSCRIBERS = 2;

  private static final Fleet FLEET = Workloads.fleet("orders", 4, 2);
  private static final String SERVICE = "orders-0001";

  private static String written(String namespace, int beatMillis, String token, Call call) {
    return written(FLEET, namespace, beatMillis, token, call);
  }

  private static String written(Fleet fleet, Operation operation) {
    return written(fleet, "capacity", 5000, null, CallFixtures.begun(operation, 0, 0, 0, 0));
  }

  private static String written(
      Fleet fleet, String namespace, int beatMillis, String token, Call call) {
    HttpSettings settings =
        new HttpSettings(
            Workloads.ofDriver(
                namespace,
                Duration.ofMillis(beatMillis),
                new HttpClients(
                    OptionalInt.empty(), SUBSCRIBERS, HttpClients.DEFAULT_CALL_TIMEOUT)),
            new Credentials("nacos", "nacos"),
            new InetSocketAddress("127.0.0.1", 51890),
            1);
    HttpParts writer =
        new HttpParts(
            fleet,
            settings,
            client -> token,
            List.of(
                InetSocketAddress.createUnresolved("10.0.0.1", 8848),
                InetSocketAddress.createUnresolved("127.0.0.1", 18848)),
            1);
    ByteBuf out = Unpooled.buffer();
    call.server = 1;
    writer.write(call, out);
    return out.toString(ISO_8859_1);
  }

  private static String written(Call call) {
    return written("capacity", 5000, "TOKEN", call);
  }

  private static Call call(Operation operation) {
    return begun(CallFixtures.of(operation));
  }

  private static Call begun(Call call) {
    call.begin(INSTANCE, FLEET.serviceOf(INSTANCE), 0, 0);
    return call;
  }

  /** A recorded request, told the fleet's service instead of the recorded one. */
  private static String recorded(String name, String was, String is) {
    String path = "client-1.4.2/" + name + ".txt";
    try (InputStream in = HttpPartsTest.class.getResourceAsStream(path)) {
      String[] parts = new String(in.readAllBytes(), ISO_8859_1).strip().split("\n\n", 2);
      String body = parts.length == 2 ? parts[1].replace(was, is) : "";
      String head =
          parts[0]
              .replace(was, is)
              .replaceFirst("Content-Length: \\d+", "Content-Length: " + body.length());
      return head.replace("\n", "\r\n") + "\r\n\r\n" + body;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String recorded(String name) {
    return recorded(name, "orders", SERVICE);
  }

  static String masked(String request) {
    return request
        .replaceFirst("Host: 127.0.0.1:\\d+\r", "Host: *\r")
        .replaceFirst("RequestId: [-0-9a-f]{36}\r", "RequestId: *\r")
        .replaceFirst("Client-RequestTS: \\d{13}\r", "Client-RequestTS: *\r")
        .replaceFirst("Client-RequestToken: [0-9a-f]{32}\r", "Client-RequestToken: *\r")
        .replaceFirst("User-Agent: Java/[0-9._]+\r", "User-Agent: Java/*\r");
  }

  private static void assertSame(String actual, String expected) {
    assertThat(masked(actual)).isEqualTo(masked(expected));
  }

  @ParameterizedTest
  @CsvSource({
    "REGISTER, register, orders",
    "BEAT, beat-full, orders",
    "LIST, list, orders",
    "LOGIN, login, orders",
    "DEREGISTER, deregister, orders",
    "READ, read, app.yaml",
    "REMOVE, remove, app.yaml"
  })
  void shouldSendWhatTheClientSends(Operation operation, String recording, String recordedName) {
    assertSame(written(call(operation)), recorded(recording, recordedName, SERVICE));
  }

  @Test
  void shouldBeatLightlyLikeTheClient() {
    BeatCall beat = new BeatCall();
    beat.light = true;

    assertSame(written(begun(beat)), recorded("beat-light"));
  }

  @Test
  void shouldAskForNoPushesWhenItReadsTheRegistryToVerifyIt() {
    assertSame(
        written(call(Operation.SWEEP)), recorded("list").replaceFirst("udpPort=\\d+", "udpPort=0"));
  }

  /** The recorded configuration had content and a digest of its own. */
  @ParameterizedTest
  @ValueSource(strings = {"", "0d"})
  void shouldListenLikeTheClientWithTheDigestsOfWhatItHas(String digest) {
    ConfigContent content =
        digest.isEmpty() ? ConfigContent.NONE : new ConfigContent(3, "x", digest);
    assertSame(
        written(begun(new ListenCall().about(new int[] {0}, new ConfigContent[] {content}))),
        recorded(
            "listener",
            "demo.yml%02DEFAULT_GROUP%02ded681eaa02d11064c9a469dd1b3e04c",
            SERVICE + "%02DEFAULT_GROUP%02" + digest));
  }

  @Test
  void shouldPublishAConfigurationLikeTheClient() {
    Call call = begun(new PublishCall(0, new ConfigContent(1, "a: 1\nb~*!(é", "")));

    assertSame(written(call), recorded("publish", "app.yaml", SERVICE));
  }

  /** Without a token the client's parameters come in another order, and a beat of 1 s is told. */
  @Test
  void shouldSendTheSameParametersWithoutAuthAndWithAnotherInterval() {
    assertSameInAnyOrder(
        written("capacity", 1000, null, call(Operation.REGISTER)), recorded("register-no-auth"));
    assertSameInAnyOrder(
        written("capacity", 1000, null, call(Operation.BEAT)), recorded("beat-full-no-auth"));
  }

  private static void assertSameInAnyOrder(String actual, String expected) {
    assertThat(parameters(actual)).isEqualTo(parameters(expected));
    assertThat(masked(actual).split("\r\n", 2)[1]).isEqualTo(masked(expected).split("\r\n", 2)[1]);
  }

  private static Set<String> parameters(String request) {
    return Set.of(request.split(" ")[1].split("[?&]"));
  }

  @Test
  void shouldNameTheServerItAsks() {
    assertThat(header("Host", written(call(Operation.BEAT)))).isEqualTo("127.0.0.1:18848");
  }

  @Test
  void shouldNameNoTenantWhenTheNamespaceIsPublic() {
    String request = written("public", 5000, "TOKEN", call(Operation.LISTEN));

    assertThat(request)
        .endsWith(
            "\r\n\r\nListening-Configs=" + SERVICE + "%02DEFAULT_GROUP%02%01&accessToken=TOKEN&");
  }

  @Test
  void shouldGiveEachRequestAnIdOfItsOwn() {
    UUID first = UUID.fromString(header("RequestId", written(call(Operation.BEAT))));
    assertThat(first.version()).isEqualTo(4);
    assertThat(first.variant()).isEqualTo(2);
  }

  @Test
  void shouldSignItsTimestampLikeTheConfigurationClient() throws Exception {
    String request = written(call(Operation.LISTEN));
    byte[] digest =
        MessageDigest.getInstance("MD5")
            .digest(header("Client-RequestTS", request).getBytes(UTF_8));

    assertThat(header("Client-RequestToken", request))
        .isEqualTo("%032x".formatted(new BigInteger(1, digest)));
  }

  @Test
  void shouldScrapeWithoutAToken() {
    assertThat(written(call(Operation.SCRAPE)))
        .startsWith("GET /nacos/actuator/prometheus HTTP/1.1\r\n")
        .endsWith("\r\n\r\n")
        .doesNotContain("TOKEN");
  }

  @Test
  void shouldNotPrintThePassword() {
    assertThat(new Credentials("nacos", "secret")).asString().doesNotContain("secret");
  }

  private static String header(String name, String request) {
    Matcher matcher = Pattern.compile("\r\n" + name + ": (.*)\r\n").matcher(request);
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  @Test
  void shouldAskForNoPushWhenTheInstanceIsNoSubscriber() {
    Call call = call(Operation.LIST);
    call.actor = SUBSCRIBERS;
    assertThat(written(call)).contains("&udpPort=0&");
  }

  @Test
  void shouldRegisterAndBeatWithTheMetadataOfItsClass() {
    ServiceClass slow =
        ServiceClass.plain("slow", Map.of(4, 1))
            .withMetadataBytes(200)
            .withConfigs(3)
            .withBeatSeconds(30.0);
    Fleet fleet = Workloads.fleet(new Traffic("own", List.of(slow)));

    String registration = written(fleet, Operation.REGISTER);
    String metadata = decoded(registration.replaceFirst("(?s).*metadata=([^&]*)&.*", "$1"));
    assertThat(metadata)
        .hasSize(200)
        .startsWith(
            "{\"preserved.heart.beat.interval\":\"30000\",\"preserved.heart.beat.timeout\":\"90000\","
                + "\"preserved.ip.delete.timeout\":\"180000\",\"padding\":\"xx")
        .endsWith("xx\"}");
    assertThat(decoded(written(fleet, Operation.BEAT)))
        .contains("\"metadata\":" + metadata)
        .contains("\"period\":30000");
    assertThat(decoded(written(fleet, Operation.LISTEN)))
        .contains("run-0000\u0002", "run-0000.1\u0002", "run-0000.2\u0002")
        .doesNotContain("run-0000.3");
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, ISO_8859_1);
  }
}
