package dev.nacoscapacity.simulator.client.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
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
import java.net.URLDecoder;
import java.util.Arrays;
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

  private static final int NO_CODE = -1;

  /** Of an answer that ends too early. */
  private static final String CUT = "answer cut off";

  private static final byte[] CODE = bytes("\"code\"");
  private static final byte[] INTERVAL = bytes("\"clientBeatInterval\"");
  private static final byte[] LIGHT = bytes("\"lightBeatEnabled\"");
  private static final byte[] TOKEN = bytes("\"" + Http.ACCESS_TOKEN + "\"");
  private static final byte[] OK = bytes("ok");
  private static final byte[] TRUE = bytes("true");
  private static final byte[] NO_CONFIG = bytes("config data not exist");
  private static final byte[] DOWN = bytes(Http.SERVER_IS_DOWN);
  private static final String[] STATUS_FAILURES =
      IntStream.range(0, 600).mapToObj(status -> "http " + status).toArray(String[]::new);

  private final HttpApi api;
  private final HostCounter hosts;
  private byte[] buffer = new byte[BEGINNING];
  private int length;
  private Call call;
  private boolean bufferAll;

  HttpAnswerReader(HttpApi api) {
    this.api = api;
    this.hosts = api == HttpApi.V1 ? new HostCounter() : HostCounter.ofData();
  }

  void begin(Call next) {
    call = next;
    length = 0;
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
    if (bufferAll) {
      append(bytes, from, to);
    } else if (length < BEGINNING) {
      append(bytes, from, Math.min(to, from + BEGINNING - length));
    }
  }

  private void append(byte[] bytes, int from, int to) {
    int needed = length + to - from;
    if (needed > MAX_BODY) {
      throw new IllegalStateException("the answer is larger than " + MAX_BODY + " bytes");
    }
    if (needed > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(needed, 2 * buffer.length));
    }
    System.arraycopy(bytes, from, buffer, length, to - from);
    length = needed;
  }

  /**
   * Writes the results of the complete response into the call.
   *
   * @param server supplies the header of this name; null when absent
   * @return the reason of failure, or null on success
   */
  String finish(int status, boolean encoded, Supplier<String> server) {
    String failure = judge(status, encoded);
    if (failure != null && !encoded) {
      failure = gateway(status, server.get(), failure);
    }
    if (call.wantsBody && failure == null) {
      byte[] body = Arrays.copyOf(buffer, length);
      if (isList()) {
        call.listing = new JsonListing(body);
      } else if (call.configuration == null) {
        call.body = body;
      } else if (call.operation == Operation.LISTEN) {
        call.configuration.changed = changed(new String(body, UTF_8));
      } else if (status == 200) {
        call.configuration.text = new String(body, UTF_8);
      }
    }
    releaseLargeBuffer();
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
    UnexpectedAnswer answer =
        UnexpectedAnswer.of(status, server, null, new String(buffer, 0, length, UTF_8));
    GatewayAnswer.Fault fault =
        answer.isForSilentNode() ? GatewayAnswer.Fault.SILENT_NODE : GatewayAnswer.Fault.REFUSAL;
    return answer.isOfGateway()
        ? new GatewayAnswer(status, answer.product(), fault).reason()
        : failure;
  }

  private String judge(int status, boolean encoded) {
    if (status == 404 && call.operation == Operation.READ && contains(NO_CONFIG)) {
      return null;
    }
    if (status != 200) {
      return contains(DOWN) ? Http.SERVER_IS_DOWN : statusFailure(status);
    }
    if (encoded) {
      return "compressed answer";
    }
    return switch (call.operation) {
      // A server that has not loaded its users yet responds with an empty body.
      case LOGIN -> contains(TOKEN) ? null : unexpected();
      case SCRAPE -> metrics();
      case CONNECT, SUBSCRIBE, PUSH ->
          throw new IllegalArgumentException("not over HTTP: " + call.operation);
      default -> api == HttpApi.V1 ? v1() : v3();
    };
  }

  /** Each line of Prometheus's text format ends with a line feed, the last one too. */
  private String metrics() {
    if (length == 0 || buffer[0] == '<' || buffer[0] == '{' || contains(DOWN)) {
      return unexpected();
    }
    return buffer[length - 1] == '\n' ? null : CUT;
  }

  private String v1() {
    return switch (call.operation) {
      case BEAT -> beat();
      case LIST, SWEEP -> list();
      case LISTEN, READ -> contains(DOWN) ? Http.SERVER_IS_DOWN : null;
      case PUBLISH, REMOVE -> is(TRUE) ? null : unexpected();
      default -> is(OK) ? null : unexpected();
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
    call.lightBeatAllowed = isTrue(LIGHT);
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
    return contains(DOWN) ? Http.SERVER_IS_DOWN : "unexpected answer";
  }

  private boolean is(byte[] text) {
    return Arrays.equals(buffer, 0, length, text, 0, text.length);
  }

  private boolean contains(byte[] text) {
    return indexAfter(text) >= 0;
  }

  /** Whether a key of JSON has the value true. */
  private boolean isTrue(byte[] key) {
    int at = valueOf(key);
    return at >= 0 && at < length && buffer[at] == 't';
  }

  /** Where the value of a key of JSON begins, since gateways may indent it; -1 when absent. */
  private int valueOf(byte[] key) {
    int at = indexAfter(key);
    while (at >= 0 && at < length && (buffer[at] <= ' ' || buffer[at] == ':')) {
      at++;
    }
    return at;
  }

  /** The number that a key of JSON has, or {@code defaultValue} when it has none. */
  private int number(byte[] key, int defaultValue) {
    int at = valueOf(key);
    if (at < 0 || at == length || buffer[at] < '0' || buffer[at] > '9') {
      return defaultValue;
    }
    int value = 0;
    while (at < length && buffer[at] >= '0' && buffer[at] <= '9' && value < 100_000_000) {
      value = value * 10 + buffer[at++] - '0';
    }
    return value;
  }

  private int indexAfter(byte[] text) {
    int last = Math.min(length, 4096) - text.length;
    for (int at = 0; at <= last; at++) {
      if (Arrays.equals(buffer, at, at + text.length, text, 0, text.length)) {
        return at + text.length;
      }
    }
    return -1;
  }

  /** Keeps an idle connection from retaining the memory of a large body. */
  private void releaseLargeBuffer() {
    if (buffer.length > 8192) {
      buffer = new byte[BEGINNING];
    }
  }

  private static String statusFailure(int status) {
    return status < STATUS_FAILURES.length ? STATUS_FAILURES[status] : "http status out of range";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(US_ASCII);
  }
}
