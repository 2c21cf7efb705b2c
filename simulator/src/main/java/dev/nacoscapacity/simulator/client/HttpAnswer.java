package dev.nacoscapacity.simulator.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.protocol.UnexpectedAnswer;
import dev.nacoscapacity.core.stats.GatewayAnswer;
import dev.nacoscapacity.simulator.verify.HostCounter;
import dev.nacoscapacity.simulator.verify.JsonListing;
import dev.nacoscapacity.simulator.verify.Listing;
import java.io.ByteArrayOutputStream;
import java.net.URLDecoder;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A response over HTTP, and what the call needs of its body: the hosts of a list are counted while
 * the body arrives, other bodies are buffered and searched. Reused by a connection for its calls.
 */
public final class HttpAnswer implements Answer, HttpBody {

  private static final int MAX_BODY = 64 * 1024 * 1024;

  /** The reason of a call that the node refused for want of rights. */
  public static final String FORBIDDEN = "http 403";

  /** Bytes buffered of a list; enough to classify an unexpected body. */
  private static final int BEGINNING = 256;

  private static final int LARGE_BODY = 8192;
  private static final int NO_CODE = -1;
  private static final int GATEWAY_TIMEOUT = 504;

  private static final String CODE = "\"code\"";
  private static final String TRUE = "true";
  private static final String[] STATUS_FAILURES =
      IntStream.range(0, 600).mapToObj(status -> "http " + status).toArray(String[]::new);

  private final HttpApi api;
  private final long hold;
  private final HostCounter hosts;
  private ByteArrayOutputStream body = new ByteArrayOutputStream(BEGINNING);

  /** The body as far as it is buffered, during {@link #finish}; empty between answers. */
  private String text = "";

  private Call call;
  private int status;

  /**
   * @param hold how long a node may hold a long poll
   */
  public HttpAnswer(HttpApi api, Duration hold) {
    this.api = api;
    this.hold = hold.toNanos();
    this.hosts = api == HttpApi.V1 ? new HostCounter() : HostCounter.ofData();
  }

  /** Begins the response to a call. */
  public void begin(Call next) {
    call = next;
    body.reset();
    if (next.has(Call.Trait.COUNTS_HOSTS)) {
      hosts.reset();
    }
  }

  @Override
  public void part(byte[] bytes, int from, int to) {
    if (call.has(Call.Trait.COUNTS_HOSTS)) {
      hosts.add(bytes, from, to - from);
    }
    int length = call.keepsContent() ? to - from : Math.min(to - from, BEGINNING - body.size());
    if (body.size() + length > MAX_BODY) {
      throw new IllegalStateException("the answer is larger than " + MAX_BODY + " bytes");
    }
    body.write(bytes, from, Math.max(0, length));
  }

  /**
   * Passes the complete response to the call.
   *
   * @param server supplies the header of this name; empty when absent
   * @return the reason of failure, or null on success
   */
  public String finish(int status, boolean encoded, Supplier<String> server) {
    this.status = status;
    text = body.toString(ISO_8859_1);
    String failure = judge(encoded);
    if (failure == null) {
      call.take(this);
    } else if (!encoded) {
      failure = gateway(server.get(), failure);
    }
    if (body.size() > LARGE_BODY) {
      // An idle connection would retain its memory.
      body = new ByteArrayOutputStream(BEGINNING);
    }
    text = "";
    return failure;
  }

  private String judge(boolean encoded) {
    if (!call.accepts(this)) {
      return isDown() ? Http.SERVER_IS_DOWN : statusFailure(status);
    }
    if (encoded) {
      return "compressed answer";
    }
    String failure = api == HttpApi.V1 ? call.v1(this) : call.v3(this);
    return failure == null && call.has(Call.Trait.COUNTS_HOSTS)
        ? expect(hosts.plausible())
        : failure;
  }

  /** Why the call failed, if a gateway answers in the node's place; else {@code failure}. */
  private String gateway(String server, String failure) {
    UnexpectedAnswer answer = UnexpectedAnswer.of(status, server, "", body.toString(UTF_8));
    GatewayAnswer.Fault fault =
        answer.isForSilentNode() && !cutsLongPoll()
            ? GatewayAnswer.Fault.SILENT_NODE
            : GatewayAnswer.Fault.REFUSAL;
    return answer.isOfGateway()
        ? new GatewayAnswer(status, answer.product(), fault).reason()
        : failure;
  }

  /** Whether a gateway waited for less time than a node may hold the call. */
  private boolean cutsLongPoll() {
    return status == GATEWAY_TIMEOUT
        && api == HttpApi.V1
        && call.has(Call.Trait.HELD)
        && call.answered - call.written < hold;
  }

  private static String statusFailure(int status) {
    return status < STATUS_FAILURES.length ? STATUS_FAILURES[status] : "http status out of range";
  }

  // --- What calls look at ------------------------------------------------------------------------

  public int status() {
    return status;
  }

  /** The body; of a list whose content is not kept, its beginning. */
  public String text() {
    return text;
  }

  /** Whether the server is without a leader, which it may report with any status code. */
  public boolean isDown() {
    return text.contains(Http.SERVER_IS_DOWN);
  }

  /** Null if the body is as expected, else the reason of failure. */
  public String expect(boolean expected) {
    if (expected) {
      return null;
    }
    return isDown() ? Http.SERVER_IS_DOWN : "unexpected answer";
  }

  /** The first {@code code} in the body, which is that of the envelope; -1 without one. */
  public int code() {
    return number(CODE, NO_CODE);
  }

  /** The number that a key of JSON has, or {@code defaultValue} when it has none. */
  public int number(String key, int defaultValue) {
    int from = valueOf(key);
    int to = from;
    while (from >= 0 && to < text.length() && to - from < 9 && isDigit(text.charAt(to))) {
      to++;
    }
    return to == from ? defaultValue : Integer.parseInt(text, from, to, 10);
  }

  /** Whether a key of JSON has the value true. */
  public boolean isTrue(String key) {
    return text.startsWith(TRUE, valueOf(key));
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

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  @Override
  public int hosts() {
    return hosts.hosts();
  }

  @Override
  public int healthy() {
    return hosts.healthy();
  }

  @Override
  public Listing listing() {
    return new JsonListing(body());
  }

  /** The data ids in a long poll's response: URL-encoded {@code dataId^Bgroup[^Btenant]^A}. */
  @Override
  public List<String> changed() {
    return text.isBlank()
        ? List.of()
        : Stream.of(
                URLDecoder.decode(text.strip(), UTF_8).split(String.valueOf(Http.LINE_SEPARATOR)))
            .map(line -> line.split(String.valueOf(Http.WORD_SEPARATOR), 2)[0])
            .toList();
  }

  @Override
  public String content() {
    return status == 200 ? body.toString(UTF_8) : null;
  }

  @Override
  public byte[] body() {
    return body.toByteArray();
  }
}
