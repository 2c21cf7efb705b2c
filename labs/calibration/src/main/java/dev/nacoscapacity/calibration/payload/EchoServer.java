package dev.nacoscapacity.calibration.payload;

import dev.nacoscapacity.calibration.process.Requests;

/** Echo servers in one JVM, each with one thread for its sockets. */
final class EchoServer {

  private EchoServer() {}

  /** Serves until the process is killed. */
  public static void main(String[] args) {
    Requests.openServers(
        EchoSetting.class,
        setting ->
            switch (setting.stack()) {
              case NETTY -> NettyEcho.open(setting);
              case MINA -> MinaEcho.open(setting);
            });
  }
}
