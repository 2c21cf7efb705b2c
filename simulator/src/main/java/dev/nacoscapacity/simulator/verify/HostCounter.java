package dev.nacoscapacity.simulator.verify;

/**
 * Counts the hosts of a list answer, and the healthy ones, from chunks of bytes as they arrive.
 * Nothing is parsed or stored: one counter serves all answers of a connection, one after another.
 * Not for several threads at once.
 *
 * <p>The counter searches for the key {@code "hosts"}, over HTTP v3 {@code "data"}, before an array
 * and, from there on, counts each key {@code "healthy"} by the boolean after it, skipping most
 * bytes unread. For our own services that is exact: a host object contains this key once; the only
 * keys in it that are not the server's own are those of metadata, whose values are strings, never
 * booleans; and a quote inside a string stands behind a backslash, so {@code "healthy"} with two
 * bare quotes is a key or a whole string. White space and the order of fields do not matter. An
 * answer with anything else is not {@link #plausible} and needs an {@link IdentityScan}, which is
 * exact for any JSON. (What a server would have to do to deceive the counter: put booleans named
 * {@code healthy} outside its hosts.)
 *
 * <p>Source of the fields: {@code InstanceController.doSrvIpxt} of 1.4.1, {@code ServiceInfo} of
 * 2.2.4, {@code InstanceOpenApiController} of 3.1. Both versions list a service without any healthy
 * host as if all hosts were healthy (its share, 0, is not above the protect threshold, 0). 2.2.4
 * reports this in {@code reachProtectionThreshold}, which the counter evaluates; 1.4.1 and HTTP v3
 * do not report it.
 */
public final class HostCounter {

  private enum Expectation {
    KEY,
    COLON,
    VALUE,
    FIRST_HOST
  }

  private static final ByteMatcher HOSTS = new ByteMatcher("\"hosts\"");
  private static final ByteMatcher DATA = new ByteMatcher("\"data\"");

  /** The second is the end of {@code reachProtectionThreshold}: the words must be of one length. */
  private static final ByteMatcher KEYS = new ByteMatcher("\"healthy\"", "hreshold\"");

  private static final byte END_OF_HEALTHY = 'y';

  private final KeyMatcher hostsKey;
  private final KeyMatcher keys = new KeyMatcher(KEYS);
  private boolean inHosts;
  private Expectation expect;
  private int hosts;
  private int healthy;
  private boolean empty;
  private boolean odd;
  private boolean protectedByThreshold;
  private byte first;
  private byte last;

  /** For answers whose hosts are in {@code "hosts"}: those of HTTP v1 and of gRPC. */
  public HostCounter() {
    this(HOSTS);
  }

  private HostCounter(ByteMatcher array) {
    hostsKey = new KeyMatcher(array);
    reset();
  }

  /** For answers whose hosts are in {@code "data"}: those of HTTP v3. */
  public static HostCounter ofData() {
    return new HostCounter(DATA);
  }

  /** Begins the next answer. */
  public void reset() {
    hostsKey.forget();
    keys.forget();
    inHosts = false;
    expect = Expectation.KEY;
    hosts = 0;
    healthy = 0;
    empty = false;
    odd = false;
    protectedByThreshold = false;
    first = 0;
    last = 0;
  }

  /** Adds the next bytes of the answer. */
  public void add(byte[] bytes, int offset, int length) {
    int end = offset + length;
    noteEnds(bytes, offset, end);
    int at = offset;
    while (at < end) {
      at = expect == Expectation.KEY ? seek(bytes, at, end) : step(bytes, at, end);
    }
  }

  /** Hosts seen so far. */
  public int hosts() {
    return hosts;
  }

  /** Healthy ones among them; 0 when the server says that it lists unhealthy ones as healthy. */
  public int healthy() {
    return protectedByThreshold ? 0 : healthy;
  }

  /** Whether the bytes looked like one complete list answer, so that the counts are reliable. */
  public boolean plausible() {
    return first == '{'
        && last == '}'
        && inHosts
        && expect == Expectation.KEY
        && !odd
        && empty == (hosts == 0);
  }

  private int seek(byte[] bytes, int from, int end) {
    int past = (inHosts ? keys : hostsKey).find(bytes, from, end);
    if (past < 0) {
      return end;
    }
    expect = Expectation.COLON;
    return past;
  }

  private int step(byte[] bytes, int from, int end) {
    int at = from;
    while (at < end && isSpace(bytes[at])) {
      at++;
    }
    if (at == end) {
      return end;
    }
    byte b = bytes[at];
    switch (expect) {
      case COLON -> {
        expect = b == ':' ? Expectation.VALUE : Expectation.KEY;
        return b == ':' ? at + 1 : at;
      }
      case VALUE -> {
        expect = Expectation.KEY;
        return inHosts ? value(b, at) : array(b, at);
      }
      default -> {
        empty = b == ']';
        expect = Expectation.KEY;
        return at;
      }
    }
  }

  private int array(byte b, int at) {
    if (b != '[') {
      return at;
    }
    inHosts = true;
    expect = Expectation.FIRST_HOST;
    return at + 1;
  }

  private int value(byte b, int at) {
    if (keys.lastLetter() != END_OF_HEALTHY) {
      protectedByThreshold |= b == 't';
      return at;
    }
    if (b == 't') {
      hosts++;
      healthy++;
    } else if (b == 'f') {
      hosts++;
    } else {
      odd = true;
    }
    return at;
  }

  private void noteEnds(byte[] bytes, int offset, int end) {
    for (int at = offset; first == 0 && at < end; at++) {
      first = isSpace(bytes[at]) ? 0 : bytes[at];
    }
    for (int at = end - 1; at >= offset; at--) {
      if (!isSpace(bytes[at])) {
        last = bytes[at];
        return;
      }
    }
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }
}
