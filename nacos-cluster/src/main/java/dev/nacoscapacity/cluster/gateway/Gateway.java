package dev.nacoscapacity.cluster.gateway;

import dev.nacoscapacity.cluster.proxy.HttpProxy;
import dev.nacoscapacity.cluster.token.TokenKey;
import dev.nacoscapacity.cluster.token.TokenVerifier;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Opens a layer-7 proxy in front of a node's HTTP port that lets only requests pass whose token the
 * node itself would accept. Logins pass: tokens are the registry's own.
 */
public final class Gateway {

  private Gateway() {}

  /**
   * Listens from now on.
   *
   * @param at where; port 0 for any free one
   * @param node to which requests are forwarded
   * @param key that signs the node's tokens
   * @throws dev.nacoscapacity.cluster.ClusterException when the port is taken
   */
  public static HttpProxy open(
      InetSocketAddress at, InetSocketAddress node, TokenKey key, GatewaySettings settings) {
    InstantSource clock = InstantSource.system();
    TokenVerifier verifier = new TokenVerifier(key, settings.tokenCache(), clock);
    return new HttpProxy(at, node, settings.http(), Optional.of(new TokenGate(verifier, clock)));
  }
}
