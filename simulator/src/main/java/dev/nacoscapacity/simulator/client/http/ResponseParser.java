package dev.nacoscapacity.simulator.client.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.nacoscapacity.simulator.client.HttpBody;
import java.util.Arrays;

/**
 * An incremental parser of HTTP/1.1 responses (RFC 9112) that creates no header or body objects.
 * Used instead of Netty's codec because the fleet spends much of its time here; {@code labs/bench/}
 * compares the two. Skips trailers, chunk extensions and interim 1xx responses.
 */
final class ResponseParser {

  private static final int MAX_LINE = 16 * 1024;
  private static final int MAX_DIGITS = 12;
  private static final int MAX_SERVER = 40;
  private static final int UNKNOWN = -1;

  private enum State {
    STATUS_LINE,
    HEADERS,
    FIXED_BODY,
    BODY_UNTIL_CLOSE,
    CHUNK_SIZE,
    CHUNK_DATA,
    CHUNK_END,
    TRAILERS,
    DONE
  }

  /** The content coding of a body. */
  private enum Coding {
    IDENTITY,
    GZIP,
    UNKNOWN
  }

  private State state = State.STATUS_LINE;
  private boolean untouched = true;
  private int status;
  private boolean keepAlive;
  private boolean chunked;
  private Coding coding = Coding.IDENTITY;

  /** Of this body; null unless it is compressed. */
  private GzipInflater inflater;

  private long remaining;

  /** The beginning of the header {@code Server}, which is only needed of a bad answer. */
  private final byte[] server = new byte[MAX_SERVER];

  private int serverLength;

  /** The beginning of a line that is not complete yet. */
  private byte[] partialLine = new byte[128];

  private int partialLength;

  /** Prepares for the next response on the connection. */
  void reset() {
    state = State.STATUS_LINE;
    partialLength = 0;
    untouched = true;
    if (inflater != null) {
      inflater.close();
      inflater = null;
    }
  }

  boolean isDone() {
    return state == State.DONE;
  }

  /** Whether no byte of the response has been received. */
  boolean untouched() {
    return untouched;
  }

  int status() {
    return status;
  }

  /** Whether the connection may carry another request. */
  boolean keepAlive() {
    return keepAlive;
  }

  /** Whether the body has a content coding other than gzip, and cannot be read. */
  boolean encoded() {
    return coding == Coding.UNKNOWN;
  }

  /** What the header {@code Server} names, cut to 40 bytes; empty when absent. */
  String server() {
    return new String(server, 0, serverLength, ISO_8859_1);
  }

  /** Handles the end of the connection; returns whether the response is complete. */
  boolean endOfInput() {
    if (state == State.BODY_UNTIL_CLOSE) {
      state = State.DONE;
    }
    return isDone();
  }

  /**
   * Parses {@code bytes[from, to)} up to the end of the response or of the bytes.
   *
   * @return the index after the last byte parsed
   * @throws IllegalStateException if the bytes are not HTTP/1.x
   */
  int parse(byte[] bytes, int from, int to, HttpBody body) {
    untouched &= from == to;
    int at = from;
    while (at < to && state != State.DONE) {
      at =
          switch (state) {
            case FIXED_BODY, CHUNK_DATA, BODY_UNTIL_CLOSE -> data(bytes, at, to, body);
            default -> line(bytes, at, to);
          };
    }
    return at;
  }

  private int data(byte[] bytes, int from, int to, HttpBody body) {
    if (state == State.BODY_UNTIL_CLOSE) {
      deliver(bytes, from, to, body);
      return to;
    }
    int end = (int) Math.min(to, from + remaining);
    deliver(bytes, from, end, body);
    remaining -= end - from;
    if (remaining == 0) {
      state = state == State.FIXED_BODY ? State.DONE : State.CHUNK_END;
    }
    return end;
  }

  private void deliver(byte[] bytes, int from, int to, HttpBody body) {
    if (coding != Coding.GZIP) {
      body.part(bytes, from, to);
      return;
    }
    if (inflater == null) {
      inflater = new GzipInflater();
    }
    inflater.inflate(bytes, from, to, body);
  }

  private int line(byte[] bytes, int from, int to) {
    int end = from;
    while (end < to && bytes[end] != '\n') {
      end++;
    }
    if (partialLength + end - from > MAX_LINE) {
      throw new IllegalStateException("a header line is longer than " + MAX_LINE + " bytes");
    }
    if (end == to) {
      keep(bytes, from, to);
      return to;
    }
    if (partialLength > 0) {
      keep(bytes, from, end);
      int length = partialLength;
      partialLength = 0;
      completeLine(partialLine, 0, length);
    } else {
      completeLine(bytes, from, end);
    }
    return end + 1;
  }

  private void keep(byte[] bytes, int from, int to) {
    int length = partialLength + to - from;
    if (length > partialLine.length) {
      partialLine = Arrays.copyOf(partialLine, Math.max(length, 2 * partialLine.length));
    }
    System.arraycopy(bytes, from, partialLine, partialLength, to - from);
    partialLength = length;
  }

  private void completeLine(byte[] bytes, int from, int lineEnd) {
    int to = lineEnd > from && bytes[lineEnd - 1] == '\r' ? lineEnd - 1 : lineEnd;
    switch (state) {
      case STATUS_LINE -> statusLine(bytes, from, to);
      case HEADERS -> header(bytes, from, to);
      case CHUNK_SIZE -> chunkSize(bytes, from, to);
      case CHUNK_END -> {
        if (from < to) {
          throw new IllegalStateException("a chunk is longer than it says");
        }
        state = State.CHUNK_SIZE;
      }
      case TRAILERS -> state = from == to ? State.DONE : State.TRAILERS;
      default -> throw new AssertionError(state);
    }
  }

  private void statusLine(byte[] bytes, int from, int to) {
    // "HTTP/1.1 200 OK"; the reason phrase is optional.
    if (to - from < 12
        || !is(bytes, from, from + 7, "http/1.")
        || bytes[from + 8] != ' '
        || (to - from > 12 && bytes[from + 12] != ' ')) {
      throw new IllegalStateException("not an HTTP/1.x response");
    }
    status = 0;
    for (int i = from + 9; i < from + 12; i++) {
      status = status * 10 + digit(bytes[i], 10);
    }
    keepAlive = bytes[from + 7] == '1';
    chunked = false;
    coding = Coding.IDENTITY;
    serverLength = 0;
    remaining = UNKNOWN;
    state = State.HEADERS;
  }

  private void header(byte[] bytes, int from, int to) {
    if (from == to) {
      headersDone();
      return;
    }
    int colon = from;
    while (colon < to && bytes[colon] != ':') {
      colon++;
    }
    if (colon == to && !isBlank(bytes[from])) {
      throw new IllegalStateException("a header line without a colon");
    }
    if (is(bytes, from, colon, "server")) {
      int begin = skipBlanks(bytes, colon + 1, to);
      serverLength = Math.min(to - begin, MAX_SERVER);
      System.arraycopy(bytes, begin, server, 0, serverLength);
    } else if (is(bytes, from, colon, "connection")) {
      connection(bytes, colon + 1, to);
    } else if (is(bytes, from, colon, "content-length")) {
      contentLength(number(bytes, colon + 1, to, 10));
    } else if (is(bytes, from, colon, "content-encoding")) {
      contentEncoding(bytes, colon + 1, to);
    } else if (is(bytes, from, colon, "transfer-encoding")) {
      chunked = isWord(bytes, colon + 1, to, "chunked");
      if (!chunked && !isWord(bytes, colon + 1, to, "identity")) {
        throw new IllegalStateException("a transfer coding that nobody asked for");
      }
    }
  }

  private void connection(byte[] bytes, int from, int to) {
    int begin = from;
    for (int i = from; i <= to; i++) {
      if (i == to || bytes[i] == ',') {
        if (isWord(bytes, begin, i, "close")) {
          keepAlive = false;
        } else if (isWord(bytes, begin, i, "keep-alive")) {
          keepAlive = true;
        }
        begin = i + 1;
      }
    }
  }

  private void contentEncoding(byte[] bytes, int from, int to) {
    if (isWord(bytes, from, to, "gzip") && coding == Coding.IDENTITY) {
      coding = Coding.GZIP;
    } else if (!isWord(bytes, from, to, "identity")) {
      coding = Coding.UNKNOWN;
    }
  }

  private void contentLength(long length) {
    if (remaining != UNKNOWN && remaining != length) {
      throw new IllegalStateException("two content lengths that differ");
    }
    remaining = length;
  }

  private void headersDone() {
    if (status >= 100 && status < 200) {
      state = State.STATUS_LINE;
    } else if (status == 204 || status == 304) {
      state = State.DONE;
    } else if (chunked) {
      state = State.CHUNK_SIZE;
    } else if (remaining == 0) {
      state = State.DONE;
    } else if (remaining > 0) {
      state = State.FIXED_BODY;
    } else {
      keepAlive = false;
      state = State.BODY_UNTIL_CLOSE;
    }
  }

  private void chunkSize(byte[] bytes, int from, int to) {
    int end = from;
    while (end < to && bytes[end] != ';') {
      end++;
    }
    remaining = number(bytes, from, end, 16);
    state = remaining == 0 ? State.TRAILERS : State.CHUNK_DATA;
  }

  private static long number(byte[] bytes, int from, int to, int radix) {
    int begin = skipBlanks(bytes, from, to);
    int end = trimBlanks(bytes, begin, to);
    if (begin == end || end - begin > MAX_DIGITS) {
      throw new IllegalStateException("not a length of 1 to " + MAX_DIGITS + " digits");
    }
    long value = 0;
    for (int i = begin; i < end; i++) {
      value = value * radix + digit(bytes[i], radix);
    }
    return value;
  }

  private static int digit(byte b, int radix) {
    int digit = Character.digit(b, radix);
    if (digit < 0) {
      throw new IllegalStateException("not a digit: 0x" + Integer.toHexString(b & 0xff));
    }
    return digit;
  }

  /** Whether {@code bytes[from, to)} equals a word, ignoring case and surrounding blanks. */
  private static boolean isWord(byte[] bytes, int from, int to, String lowerCase) {
    int begin = skipBlanks(bytes, from, to);
    return is(bytes, begin, trimBlanks(bytes, begin, to), lowerCase);
  }

  private static int skipBlanks(byte[] bytes, int from, int to) {
    int begin = from;
    while (begin < to && isBlank(bytes[begin])) {
      begin++;
    }
    return begin;
  }

  private static int trimBlanks(byte[] bytes, int from, int to) {
    int end = to;
    while (end > from && isBlank(bytes[end - 1])) {
      end--;
    }
    return end;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }

  /** Whether {@code bytes[from, to)} equals a word, ignoring case. */
  private static boolean is(byte[] bytes, int from, int to, String lowerCase) {
    if (to - from != lowerCase.length()) {
      return false;
    }
    for (int i = 0; i < to - from; i++) {
      byte b = bytes[from + i];
      if ((b >= 'A' && b <= 'Z' ? b + 32 : b) != lowerCase.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
