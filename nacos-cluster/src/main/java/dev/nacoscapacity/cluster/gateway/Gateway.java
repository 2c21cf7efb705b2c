package dev.nacoscapacity.cluster.gateway;

import dev.nacoscapacity.cluster.proxy.HttpProxy;
import dev.nacoscapacity.cluster.token.TokenKey;
import dev.nacoscapacity.cluster.token.TokenVerifier;
import java.net.InetSocketAddress;
import java.time.InstantSource;

/**
 * Stands in front of a node's HTTP port as a layer-7 proxy and lets only requests pass whose token
 * the node itself would accept. Logins pass: tokens are the registry's own. Safe for use by many
 * threads.
 */
public final class Gateway implements AutoCloseable {

  private final HttpProxy proxy;

  private Gateway(HttpProxy proxy) {
    this.proxy = proxy;
  }

  /**
   * Listens from now on.
   *
   * @param at where; port 0 for any free one
   * @param node to which requests are forwarded
   * @param key that signs the node's tokens
   * @throws dev.nacoscapacity.cluster.ClusterException when the port is taken
   */
  public static Gateway open(
      InetSocketAddress at, InetSocketAddress node, TokenKey key, GatewaySettings settings) {
    InstantSource clock = InstantSource.system();
    TokenVerifier verifier = new TokenVerifier(key, settings.tokenCache(), clock);
    return new Gateway(HttpProxy.open(at, node, settings.http(), new TokenGate(verifier, clock)));
  }

  /** The address for clients. */
  public InetSocketAddress address() {
    return proxy.address();
  }

  @Override
  public void close() {
    proxy.close();
  }
}
