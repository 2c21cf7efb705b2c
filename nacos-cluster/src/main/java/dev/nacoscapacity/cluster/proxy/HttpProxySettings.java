package dev.nacoscapacity.cluster.proxy;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * The settings of a layer-7 proxy.
 *
 * @param wire threads and buffers
 * @param aggregate bytes of a body up to which messages are put together before they are passed on;
 *     a larger request is answered 413, a larger answer 502. 0 streams bodies
 * @param clientConnections open at once, at least 1; the next ones wait in the backlog, as at
 *     Tomcat's {@code max-connections}
 * @param nodeConnections to the node, open at once, at least 1; further requests wait in a queue
 */
@RecordBuilder
public record HttpProxySettings(
    ProxySettings wire, int aggregate, int clientConnections, int nodeConnections)
    implements HttpProxySettingsBuilder.With {

  public static final int UNLIMITED = Integer.MAX_VALUE;

  public static final HttpProxySettings DEFAULT =
      new HttpProxySettings(ProxySettings.DEFAULT, 0, UNLIMITED, UNLIMITED);

  public HttpProxySettings {
    if (aggregate < 0 || clientConnections < 1 || nodeConnections < 1) {
      throw new IllegalArgumentException(
          ("aggregation is 0 bytes or more, and connections are limited to 1 or more, not %d bytes,"
                  + " %d of clients and %d to the node")
              .formatted(aggregate, clientConnections, nodeConnections));
    }
  }

  public HttpProxySettings withConnections(int clients, int toNode) {
    return with(to -> to.clientConnections(clients).nodeConnections(toNode));
  }
}
