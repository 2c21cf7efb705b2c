package dev.nacoscapacity.cluster.proxy;

import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;

/** Decides about each request before a layer-7 proxy passes it on. Called by many threads. */
@FunctionalInterface
public interface RequestFilter {

  /**
   * Decides about a request, which it leaves unchanged.
   *
   * @return the answer for the client if the request is refused; null when the request may pass
   */
  FullHttpResponse answerInstead(FullHttpRequest request);
}
