package dev.nacoscapacity.simulator.client.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.cluster.protocol.UnexpectedAnswer;
import dev.nacoscapacity.core.stats.GatewayAnswer;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.verify.HostCounter;
import dev.nacoscapacity.simulator.verify.JsonListing;
import java.io.ByteArrayOutputStream;
import java.net.URLDecoder;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Extracts from a response body what the call needs: the hosts of a list are counted while the body
 * arrives, other bodies are buffered and searched.
 */
final class HttpAnswerReader implements ResponseParser.Body {

  private static final int MAX_BODY = 64 * 1024 * 1024;

  /** Bytes buffered of a list; enough to classify an unexpected body. */
  private static final int BEGINNING = 256;

  private static final int LARGE_BODY = 8192;
  private static final int NO_CODE = -1;

  /** Of an answer that ends too early. */
  private static final String CUT = "answer cut off";

  private static final String CODE = "\"code\"";
  private static final String INTERVAL = "\"clientBeatInterval\"";
  private static final String LIGHT = "\"lightBeatEnabled\"";
  private static final String TOKEN = "\"" + Http.ACCESS_TOKEN + "\"";
  private static final String OK = "ok";
  private static final String TRUE = "true";
  private static final String NO_CONFIG = "config data not exist";
  private static final String DOWN = Http.SERVER_IS_DOWN;
  private static final String[] STATUS_FAILURES =
      IntStream.range(0, 600).mapToObj(status -> "http " + status).toArray(String[]::new);

  private final HttpApi api;
  private final HostCounter hosts;
  private ByteArrayOutputStream body = new ByteArrayOutputStream(BEGINNING);

  /** The body as far as it is buffered, during {@link #finish}; empty between answers. */
  private String text = "";

  private Call call;
  private boolean bufferAll;

  HttpAnswerReader(HttpApi api) {
    this.api = api;
    this.hosts = api == HttpApi.V1 ? new HostCounter() : HostCounter.ofData();
  }

  void begin(Call next) {
    call = next;
    body.reset();
    boolean list = isList();
    if (list) {
      hosts.reset();
    }
    bufferAll = !list || next.wantsBody;
  }

  private boolean isList() {
    return call.operation == Operation.LIST || call.operation == Operation.SWEEP;
  }

  @Override
  public void part(byte[] bytes, int from, int to) {
    if (isList()) {
      hosts.add(bytes, from, to - from);
    }
    int length = bufferAll ? to - from : Math.min(to - from, BEGINNING - body.size());
    if (body.size() + length > MAX_BODY) {
      throw new IllegalStateException("the answer is larger than " + MAX_BODY + " bytes");
    }
    body.write(bytes, from, Math.max(0, length));
  }

  /**
   * Writes the results of the complete response into the call.
   *
   * @param server supplies the header of this name; null when absent
   * @return the reason of failure, or null on success
   */
  String finish(int status, boolean encoded, Supplier<String> server) {
    text = body.toString(ISO_8859_1);
    String failure = judge(status, encoded);
    if (failure != null && !encoded) {
      failure = gateway(status, server.get(), failure);
    }
    if (call.wantsBody && failure == null) {
      if (isList()) {
        call.listing = new JsonListing(body.toByteArray());
      } else if (call.configuration == null) {
        call.body = body.toByteArray();
      } else if (call.operation == Operation.LISTEN) {
        call.configuration.changed = changed(text);
      } else if (status == 200) {
        call.configuration.text = body.toString(UTF_8);
      }
    }
    if (body.size() > LARGE_BODY) {
      // An idle connection would retain its memory.
      body = new ByteArrayOutputStream(BEGINNING);
    }
    text = "";
    return failure;
  }

  /** The data ids in a long poll's response: URL-encoded {@code dataId^Bgroup[^Btenant]^A}. */
  private static List<String> changed(String body) {
    return body.isBlank()
        ? List.of()
        : Stream.of(
                URLDecoder.decode(body.strip(), UTF_8).split(String.valueOf(Http.LINE_SEPARATOR)))
            .map(line -> line.split(String.valueOf(Http.WORD_SEPARATOR), 2)[0])
            .toList();
  }

  /** Why the call failed, if a gateway answers in the node's place; else {@code failure}. */
  private String gateway(int status, String server, String failure) {
    UnexpectedAnswer answer = UnexpectedAnswer.of(status, server, null, body.toString(UTF_8));
    GatewayAnswer.Fault fault =
        answer.isForSilentNode() ? GatewayAnswer.Fault.SILENT_NODE : GatewayAnswer.Fault.REFUSAL;
    return answer.isOfGateway()
        ? new GatewayAnswer(status, answer.product(), fault).reason()
        : failure;
  }

  private String judge(int status, boolean encoded) {
    if (status == 404 && call.operation == Operation.READ && text.contains(NO_CONFIG)) {
      return null;
    }
    if (status != 200) {
      return text.contains(DOWN) ? Http.SERVER_IS_DOWN : statusFailure(status);
    }
    if (encoded) {
      return "compressed answer";
    }
    return switch (call.operation) {
      // A server that has not loaded its users yet responds with an empty body.
      case LOGIN -> text.contains(TOKEN) ? null : unexpected();
      case SCRAPE -> metrics();
      case CONNECT, SUBSCRIBE, PUSH ->
          throw new IllegalArgumentException("not over HTTP: " + call.operation);
      default -> api == HttpApi.V1 ? v1() : v3();
    };
  }

  /** Each line of Prometheus's text format ends with a line feed, the last one too. */
  private String metrics() {
    if (text.isEmpty() || text.startsWith("<") || text.startsWith("{") || text.contains(DOWN)) {
      return unexpected();
    }
    return text.endsWith("\n") ? null : CUT;
  }

  private String v1() {
    return switch (call.operation) {
      case BEAT -> beat();
      case LIST, SWEEP -> list();
      case LISTEN, READ -> text.contains(DOWN) ? Http.SERVER_IS_DOWN : null;
      case PUBLISH, REMOVE -> text.equals(TRUE) ? null : unexpected();
      default -> text.equals(OK) ? null : unexpected();
    };
  }

  /** The first {@code code} in the body is that of the envelope. */
  private String v3() {
    int code = number(CODE, NO_CODE);
    return switch (call.operation) {
      case BEAT -> {
        call.unknownInstance = code == HttpV3.INSTANCE_NOT_FOUND;
        yield code == HttpV3.SUCCESS || call.unknownInstance ? null : unexpected();
      }
      case LIST, SWEEP -> code == HttpV3.SUCCESS ? list() : unexpected();
      case LISTEN ->
          code == HttpV3.SUCCESS || code == HttpV3.RESOURCE_NOT_FOUND ? null : unexpected();
      default -> code == HttpV3.SUCCESS ? null : unexpected();
    };
  }

  private String beat() {
    int code = number(CODE, NO_CODE);
    call.beatIntervalMillis = number(INTERVAL, 0);
    call.lightBeatAllowed = text.startsWith(TRUE, valueOf(LIGHT));
    call.unknownInstance = code == Http.BEAT_NOT_FOUND;
    return code == Http.BEAT_OK || call.unknownInstance ? null : unexpected();
  }

  private String list() {
    if (!hosts.plausible()) {
      return unexpected();
    }
    call.hosts = hosts.hosts();
    call.healthy = hosts.healthy();
    return null;
  }

  /** A 1.4 server without a leader may report that with any status code. */
  private String unexpected() {
    return text.contains(DOWN) ? Http.SERVER_IS_DOWN : "unexpected answer";
  }

  /** Where the value of a key of JSON begins, since gateways may indent it; -1 when absent. */
  private int valueOf(String key) {
    int at = text.indexOf(key);
    if (at < 0) {
      return -1;
    }
    at += key.length();
    while (at < text.length() && (text.charAt(at) <= ' ' || text.charAt(at) == ':')) {
      at++;
    }
    return at;
  }

  /** The number that a key of JSON has, or {@code defaultValue} when it has none. */
  private int number(String key, int defaultValue) {
    int from = valueOf(key);
    int to = from;
    while (from >= 0 && to < text.length() && to - from < 9 && isDigit(text.charAt(to))) {
      to++;
    }
    return to == from ? defaultValue : Integer.parseInt(text, from, to, 10);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static String statusFailure(int status) {
    return status < STATUS_FAILURES.length ? STATUS_FAILURES[status] : "http status out of range";
  }
}
