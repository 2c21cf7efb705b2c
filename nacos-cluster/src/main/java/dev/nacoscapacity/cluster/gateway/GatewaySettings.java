package dev.nacoscapacity.cluster.gateway;

import dev.nacoscapacity.cluster.proxy.HttpProxySettings;

/**
 * Settings of a {@link Gateway}.
 *
 * @param http threads, buffers and limits of connections
 * @param tokenCache whether a verified token is accepted until it expires without another check
 */
public record GatewaySettings(HttpProxySettings http, boolean tokenCache) {

  public static final GatewaySettings DEFAULT =
      new GatewaySettings(HttpProxySettings.DEFAULT, true);
}
