package dev.nacoscapacity.calibration.payload;

import java.io.IOException;
import java.util.List;

/**
 * An echo server in a JVM of its own, with one thread for its sockets. A message is its length in
 * four bytes and then so many bytes.
 */
final class EchoServerMain {

  static final String LISTENING = "listening on ";
  static final int LENGTH_BYTES = 4;
  static final int LONGEST = 1 << 20;

  private EchoServerMain() {}

  /**
   * Serves until it is killed.
   *
   * @param args of {@link EchoSetting}
   */
  public static void main(String[] args) throws IOException {
    EchoSetting setting = EchoSetting.parse(List.of(args));
    int port =
        switch (setting.stack()) {
          case NETTY -> NettyEcho.start(setting);
          case MINA -> MinaEcho.start(setting);
        };
    System.out.println(LISTENING + port);
  }
}
