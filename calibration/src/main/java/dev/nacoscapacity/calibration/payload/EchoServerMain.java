package dev.nacoscapacity.calibration.payload;

import dev.nacoscapacity.calibration.process.SharedJvm;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Echo servers in a JVM apart, each with one thread for its sockets. A message is its length in
 * four bytes and then so many bytes.
 */
final class EchoServerMain {

  static final int LENGTH_BYTES = 4;
  static final int LONGEST = 1 << 20;

  private EchoServerMain() {}

  /** Serves until it is killed. */
  public static void main(String[] args) throws IOException {
    SharedJvm.open(setting -> start(EchoSetting.parse(setting)));
  }

  private static int start(EchoSetting setting) {
    try {
      return switch (setting.stack()) {
        case NETTY -> NettyEcho.start(setting);
        case MINA -> MinaEcho.start(setting);
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
