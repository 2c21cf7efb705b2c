package dev.nacoscapacity.cluster.gateway;

import dev.nacoscapacity.cluster.proxy.HttpProxySettings;

/**
 * How a gateway works.
 *
 * @param http threads, buffers and limits of connections
 * @param tokenCache whether a token that was verified once is known until it expires
 */
public record GatewaySettings(HttpProxySettings http, boolean tokenCache) {

  public static final GatewaySettings DEFAULT =
      new GatewaySettings(HttpProxySettings.DEFAULT, true);

  public GatewaySettings withHttp(HttpProxySettings other) {
    return new GatewaySettings(other, tokenCache);
  }

  public GatewaySettings withTokenCache(boolean on) {
    return new GatewaySettings(http, on);
  }
}
