package dev.nacoscapacity.cluster.proxy;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Set;

/**
 * One request and its answer, on their way between a client and a node. Either side's thread sees
 * what the other wrote before it handed a message over.
 */
final class ProxiedExchange {

  /**
   * Headers that a {@code Connection} header cannot remove: a proxy that drops the length of a body
   * allows request smuggling.
   */
  private static final Set<String> NEVER_HOP_BY_HOP =
      Set.of("content-length", "transfer-encoding", "host", "authorization");

  private final ClientSide client;
  private final HttpVersion version;
  private boolean keepAlive;

  /** Null until one is acquired; of the client's thread. */
  Channel node;

  /** Whether all of the request has been passed on; of the client's thread. */
  boolean requestEnded;

  ProxiedExchange(ClientSide client, HttpRequest request) {
    this.client = client;
    this.version = request.protocolVersion();
    this.keepAlive = HttpUtil.isKeepAlive(request);
  }

  ClientSide client() {
    return client;
  }

  /**
   * Whether the client may send further requests on its connection; known with the head of the
   * answer.
   */
  boolean keepAlive() {
    return keepAlive;
  }

  /** Makes it this proxy's own request: headers about the client's connection are dropped. */
  static void toNode(HttpRequest request, InetSocketAddress node) {
    HttpHeaders headers = request.headers();
    dropHopByHop(headers);
    headers.remove(HttpHeaderNames.UPGRADE);
    if (!headers.contains(HttpHeaderNames.HOST)) {
      headers.set(HttpHeaderNames.HOST, node.getHostString() + ":" + node.getPort());
    }
    request.setProtocolVersion(HttpVersion.HTTP_1_1);
  }

  /**
   * Adapts the answer in the same way. A body of unknown length is chunked or, for a client of
   * HTTP/1.0, ends with the connection.
   */
  void toClient(HttpResponse answer) {
    HttpHeaders headers = answer.headers();
    dropHopByHop(headers);
    if (!HttpUtil.isContentLengthSet(answer) && hasBody(answer.status())) {
      boolean chunks = version.equals(HttpVersion.HTTP_1_1);
      HttpUtil.setTransferEncodingChunked(answer, chunks);
      keepAlive &= chunks;
    }
    HttpUtil.setKeepAlive(headers, version, keepAlive);
  }

  private static boolean hasBody(HttpResponseStatus status) {
    return status.code() != HttpResponseStatus.NO_CONTENT.code()
        && status.code() != HttpResponseStatus.NOT_MODIFIED.code();
  }

  /** RFC 9110, 7.6.1, without the transfer coding, which the codecs understand. */
  private static void dropHopByHop(HttpHeaders headers) {
    for (String named : headers.getAll(HttpHeaderNames.CONNECTION)) {
      for (String name : named.split(",")) {
        String option = name.strip().toLowerCase(Locale.ROOT);
        if (!NEVER_HOP_BY_HOP.contains(option)) {
          headers.remove(option);
        }
      }
    }
    headers.remove(HttpHeaderNames.CONNECTION);
    headers.remove(HttpHeaderNames.KEEP_ALIVE);
    headers.remove(HttpHeaderNames.PROXY_CONNECTION);
  }
}
