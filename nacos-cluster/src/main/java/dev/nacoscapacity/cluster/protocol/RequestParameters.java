package dev.nacoscapacity.cluster.protocol;

import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;

/** Decodes the parameters of a request as a node does. */
public final class RequestParameters {

  private static final int MAX_PARAMETERS = 1024;

  private RequestParameters() {}

  /**
   * The parameters of a URL or a form. Semicolons are part of values, as for Tomcat.
   *
   * @param hasPath whether a path precedes the parameters
   */
  public static QueryStringDecoder of(String encoded, boolean hasPath) {
    return new QueryStringDecoder(encoded, StandardCharsets.UTF_8, hasPath, MAX_PARAMETERS, true);
  }
}
