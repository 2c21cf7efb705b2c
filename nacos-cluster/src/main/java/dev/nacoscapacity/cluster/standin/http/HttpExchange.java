package dev.nacoscapacity.cluster.standin.http;

import dev.nacoscapacity.cluster.protocol.ErrorBody;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.cluster.protocol.RequestParameters;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * One request and its answer, which may be given later, exactly once, and on the node's thread.
 * Clients of 1.4 do not pipeline, so answers are written in the order in which they are given.
 */
final class HttpExchange {

  private static final int MAX_BODY = 10 << 20;
  private static final String JSON = "application/json;charset=UTF-8";
  private static final String TEXT = "text/plain;charset=UTF-8";
  static final String DEFAULT_NAMESPACE = "public";
  private static final String SUCCESS = "success";
  private static final String SUCCESS_START =
      "{\"code\":" + HttpV3.SUCCESS + ",\"message\":\"" + SUCCESS + "\",\"data\":";
  private static final HttpHeadersFactory UNCHECKED =
      DefaultHttpHeadersFactory.headersFactory().withValidation(false);

  private final ChannelHandlerContext connection;
  private final boolean keepAlive;
  private final String method;
  private final HttpHeaders headers;
  private final String body;
  private final QueryStringDecoder query;
  private final QueryStringDecoder form;

  private HttpExchange(ChannelHandlerContext connection, FullHttpRequest request) {
    this.connection = connection;
    this.keepAlive = HttpUtil.isKeepAlive(request);
    this.method = request.method().name();
    this.headers = request.headers();
    this.body = request.content().toString(StandardCharsets.UTF_8);
    this.query = RequestParameters.of(request.uri(), true);
    this.form = RequestParameters.of(body, false);
  }

  /**
   * Adds handlers that convert the requests of a connection to exchanges; a body of over 10 MiB is
   * refused.
   */
  static void addTo(ChannelPipeline pipeline, Consumer<HttpExchange> exchanges) {
    pipeline.addLast(
        new FlushConsolidationHandler(),
        new HttpServerCodec(new HttpDecoderConfig().setValidateHeaders(false)),
        new HttpObjectAggregator(MAX_BODY),
        new SimpleChannelInboundHandler<FullHttpRequest>() {
          private boolean last;

          @Override
          protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            if (request.decoderResult().isFailure()) {
              context.close();
            } else if (!last) {
              // Requests after the last one must have no effect, since they are not answered.
              last = !HttpUtil.isKeepAlive(request);
              exchanges.accept(new HttpExchange(context, request));
            }
          }

          @Override
          public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close(); // The client has disconnected, or does not speak HTTP.
          }
        });
  }

  String method() {
    return method;
  }

  /**
   * The path, decoded.
   *
   * @throws BadRequest when it cannot be
   */
  String path() {
    try {
      return query.path();
    } catch (IllegalArgumentException e) {
      throw new BadRequest(e.getMessage());
    }
  }

  /** The header's first value, or an empty text. */
  String header(String name) {
    return headers.get(name, "");
  }

  String agent() {
    return header("User-Agent");
  }

  /**
   * The parameter of the URL or of the form, or null if it is missing or blank.
   *
   * @throws BadRequest when the parameters cannot be decoded
   */
  String param(String name) {
    String value = first(query, name);
    value = value == null && !body.isEmpty() ? first(form, name) : value;
    return value == null || value.isBlank() ? null : value;
  }

  private static String first(QueryStringDecoder parameters, String name) {
    try {
      List<String> values = parameters.parameters().get(name);
      return values == null ? null : values.get(0);
    } catch (IllegalArgumentException e) {
      throw new BadRequest(e.getMessage());
    }
  }

  String param(String name, String otherwise) {
    String value = param(name);
    return value == null ? otherwise : value;
  }

  /**
   * A parameter that must be there.
   *
   * @throws BadRequest with Nacos's message if it is missing
   */
  String required(String name) {
    String value = param(name);
    if (value == null) {
      throw new BadRequest("Param '" + name + "' is required.");
    }
    return value;
  }

  /** An integer that must be there. */
  int number(String name) {
    return parse(required(name));
  }

  /** An integer, which is 0 if it is missing. */
  int numberOrZero(String name) {
    return parse(param(name, "0"));
  }

  private static int parse(String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new BadRequest("For input string: \"" + value + "\"");
    }
  }

  String namespace() {
    return param("namespaceId", DEFAULT_NAMESPACE);
  }

  /** The service named by {@code serviceName} and, if that is not grouped, {@code groupName}. */
  ServiceKey service() {
    String name = required("serviceName");
    if (!name.contains(Http.GROUP_SEPARATOR)) {
      name = param("groupName", Http.DEFAULT_GROUP) + Http.GROUP_SEPARATOR + name;
    }
    return new ServiceKey(namespace(), name);
  }

  /** The instance's cluster; a shared constant for the default cluster, to save memory. */
  String cluster() {
    String cluster = param("clusterName", param("cluster", Http.DEFAULT_CLUSTER));
    return cluster.equals(Http.DEFAULT_CLUSTER) ? Http.DEFAULT_CLUSTER : cluster;
  }

  RecordedRequest recorded() {
    return new RecordedRequest(
        method, path(), entries(query), entries(form), headers.entries(), body);
  }

  private static List<Map.Entry<String, String>> entries(QueryStringDecoder parameters) {
    return parameters.parameters().entrySet().stream()
        .flatMap(named -> named.getValue().stream().map(value -> Map.entry(named.getKey(), value)))
        .toList();
  }

  /** Answers 200 with JSON. */
  void json(CharSequence answer) {
    answer(200, JSON, Map.of(), answer);
  }

  /** Answers 200 with JSON in three parts. */
  void json(String start, byte[] middle, String end) {
    int most = start.length() + middle.length + ByteBufUtil.utf8MaxBytes(end);
    // One buffer of the transport's kind: Netty would copy parts on the heap twice.
    ByteBuf answer = connection.alloc().ioBuffer(most);
    ByteBufUtil.writeUtf8(answer, start);
    ByteBufUtil.writeUtf8(answer.writeBytes(middle), end);
    answer(200, JSON, Map.of(), answer);
  }

  /** Answers 200 with the envelope of v3, of a call that succeeded. */
  void success(CharSequence data) {
    json(envelope(HttpV3.SUCCESS, SUCCESS, data));
  }

  /** Answers 200 with the envelope of v3, around an array or object in JSON. */
  void success(byte[] data) {
    json(SUCCESS_START, data, "}");
  }

  /** Answers 200 with the envelope of v3, of a call that failed. */
  void failure(int code, String message) {
    json(envelope(code, message, "null"));
  }

  /** Answers 400 with the envelope of v3. */
  void badRequest(String message) {
    answer(
        400,
        JSON,
        Map.of(),
        envelope(HttpV3.PARAMETER_MISSING, "parameter missing", JsonText.quote(message)));
  }

  /**
   * The envelope of every answer of v3, and of some answers of v1.
   *
   * @param message null for none
   * @param data in JSON
   */
  static String envelope(int code, String message, CharSequence data) {
    return "{\"code\":"
        + code
        + ",\"message\":"
        + (message == null ? null : JsonText.quote(message))
        + ",\"data\":"
        + data
        + "}";
  }

  /** Answers with plain text. */
  void text(int status, CharSequence answer) {
    answer(status, TEXT, Map.of(), answer);
  }

  /** Answers as Spring Boot does when a filter refused the request. */
  void refuse(int status, String reason, String message) {
    answer(status, JSON, Map.of(), ErrorBody.of(Instant.now(), status, reason, message, path()));
  }

  void answer(int status, String type, Map<String, String> more, CharSequence answer) {
    answer(status, type, more, ByteBufUtil.writeUtf8(connection.alloc(), answer));
  }

  private void answer(int status, String type, Map<String, String> more, ByteBuf answer) {
    // Tomcat sends no reason phrase.
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, new HttpResponseStatus(status, ""), answer, UNCHECKED, UNCHECKED);
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, type);
    more.forEach(response.headers()::set);
    response.headers().set(HttpHeaderNames.CONTENT_LENGTH, answer.readableBytes());
    if (keepAlive) {
      connection.writeAndFlush(response, connection.voidPromise());
    } else {
      response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
      connection.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    }
  }

  /** The request cannot be served; the message goes to the client with status 400. */
  static final class BadRequest extends RuntimeException {

    BadRequest(String message) {
      super(message, null, false, false);
    }
  }
}
