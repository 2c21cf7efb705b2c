package dev.nacoscapacity.cluster.proxy;

import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import java.util.Optional;

/** Decides about each request before a layer-7 proxy passes it on. Called by many threads. */
@FunctionalInterface
public interface RequestFilter {

  /**
   * Decides about a request, which it leaves unchanged.
   *
   * @return the answer for the client if the request is refused; empty when the request may pass
   */
  Optional<FullHttpResponse> answerInstead(FullHttpRequest request);
}
