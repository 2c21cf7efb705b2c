package dev.nacoscapacity.cluster.embedded.http;

import dev.nacoscapacity.cluster.protocol.ErrorBody;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.time.Instant;
import java.util.Map;

/**
 * One request and the way back for its answer, which may be given later but once only, and on the
 * node's thread.
 */
final class HttpExchange {

  private static final String JSON = "application/json;charset=UTF-8";
  private static final String TEXT = "text/plain;charset=UTF-8";

  private final ClientConnection connection;
  private final Request request;
  private final boolean keepAlive;

  HttpExchange(ClientConnection connection, Request request, boolean keepAlive) {
    this.connection = connection;
    this.request = request;
    this.keepAlive = keepAlive;
  }

  Request request() {
    return request;
  }

  /** Answers 200 with JSON. */
  void json(CharSequence body) {
    answer(200, JSON, Map.of(), body);
  }

  /** Answers with plain text. */
  void text(int status, CharSequence body) {
    answer(status, TEXT, Map.of(), body);
  }

  /** Answers as Spring Boot does when a filter refused the request. */
  void refused(int status, String reason, String message) {
    answer(
        status,
        JSON,
        Map.of(),
        ErrorBody.of(Instant.now(), status, reason, message, request.path()));
  }

  void answer(int status, String type, Map<String, String> headers, CharSequence body) {
    int length = ByteBufUtil.utf8Bytes(body);
    ByteBuf out = head(status, type, headers, length);
    ByteBufUtil.writeUtf8(out, body);
    connection.write(out);
    finish();
  }

  /**
   * Answers 200 with JSON in three parts.
   *
   * @param middle released when written
   */
  void json(String start, ByteBuf middle, CharSequence end) {
    int length = start.length() + middle.readableBytes() + ByteBufUtil.utf8Bytes(end);
    ByteBuf out = head(200, JSON, Map.of(), length);
    ByteBufUtil.writeAscii(out, start);
    connection.write(out);
    connection.write(middle);
    connection.write(ByteBufUtil.writeUtf8(connection.alloc(), end));
    finish();
  }

  private ByteBuf head(int status, String type, Map<String, String> headers, int length) {
    ByteBuf out = connection.alloc().directBuffer(256);
    // Tomcat sends no reason phrase.
    text(out, "HTTP/1.1 ");
    text(out, Integer.toString(status));
    text(out, " \r\nContent-Type: ");
    text(out, type);
    headers.forEach(
        (name, value) -> {
          text(out, "\r\n");
          text(out, name);
          text(out, ": ");
          text(out, value);
        });
    text(out, keepAlive ? "\r\nContent-Length: " : "\r\nConnection: close\r\nContent-Length: ");
    text(out, Integer.toString(length));
    text(out, "\r\n\r\n");
    return out;
  }

  private static void text(ByteBuf out, String ascii) {
    ByteBufUtil.writeAscii(out, ascii);
  }

  private void finish() {
    connection.finish(keepAlive);
  }
}
