package dev.nacoscapacity.calibration.gateway;

import dev.nacoscapacity.cluster.gateway.Gateway;
import dev.nacoscapacity.cluster.gateway.GatewaySettings;
import dev.nacoscapacity.cluster.proxy.HttpProxySettings;
import dev.nacoscapacity.cluster.token.TokenKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** Our gateway in a JVM of its own, so that what it takes is what its process takes. */
final class GatewayMain {

  private GatewayMain() {}

  /**
   * Serves until it is killed. The key that signs tokens is the first line of its input, in Base64.
   *
   * @param args the backend's port, {@code on} or {@code off} for the token cache, and the most
   *     connections to the backend and of clients
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    String key =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII)).readLine();
    Gateway gateway =
        Gateway.open(
            new InetSocketAddress("127.0.0.1", 0),
            new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])),
            TokenKey.ofBase64(key),
            GatewaySettings.DEFAULT
                .withTokenCache(args[1].equals("on"))
                .withHttp(
                    HttpProxySettings.DEFAULT.withConnections(
                        Integer.parseInt(args[3]), Integer.parseInt(args[2]))));
    System.out.println(TomcatMain.LISTENING + gateway.address().getPort());
    Thread.currentThread().join();
  }
}
