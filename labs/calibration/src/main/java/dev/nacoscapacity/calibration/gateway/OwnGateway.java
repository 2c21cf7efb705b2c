package dev.nacoscapacity.calibration.gateway;

import dev.nacoscapacity.calibration.process.Requests;
import dev.nacoscapacity.cluster.gateway.Gateway;
import dev.nacoscapacity.cluster.gateway.GatewaySettings;
import dev.nacoscapacity.cluster.proxy.HttpProxySettings;
import dev.nacoscapacity.cluster.token.TokenKey;
import java.net.InetSocketAddress;

/** This project's gateway in a JVM of its own, so that its resource usage can be measured. */
final class OwnGateway {

  private OwnGateway() {}

  /** Serves until the process is killed. */
  public static void main(String[] args) {
    Requests.openServers(
        Gateways.Setting.class,
        setting ->
            Gateway.open(
                    new InetSocketAddress("127.0.0.1", 0),
                    new InetSocketAddress("127.0.0.1", setting.backendPort()),
                    TokenKey.ofBase64(setting.key()),
                    new GatewaySettings(
                        HttpProxySettings.DEFAULT.withConnections(
                            setting.clientConnections(), setting.backendConnections()),
                        setting.tokenCache()))
                .address()
                .getPort());
  }
}
