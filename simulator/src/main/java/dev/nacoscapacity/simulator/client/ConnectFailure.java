package dev.nacoscapacity.simulator.client;

import io.netty.channel.ConnectTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Maps a connection failure to one of a small set of reasons, so that they can be counted. */
public final class ConnectFailure {

  /** There is no way from this machine to the node, which says nothing about the node. */
  public static final String OFF_NETWORK = "network is unreachable";

  private static final Map<String, String> REASONS_BY_SYSTEM_MESSAGE =
      Map.of(
          "Connection refused", "connection refused",
          "Connection reset", "connection reset",
          "Broken pipe", "connection reset",
          "Too many open files", Driver.NO_DESCRIPTOR,
          "Cannot assign requested address", Driver.NO_PORT,
          "No route to host", "no route to host",
          "Network is unreachable", OFF_NETWORK);

  /** Without the cause, which the first check of the registry reports. */
  private static final String NO_TLS = "TLS handshake failed";

  private ConnectFailure() {}

  public static String reason(Throwable failure) {
    if (failure instanceof ConnectTimeoutException) {
      return "connect timed out";
    }
    // Netty adds the broken handshake to a channel that closed meanwhile.
    boolean handshake =
        failure instanceof SSLException
            || Stream.of(failure.getSuppressed()).anyMatch(SSLException.class::isInstance);
    if (handshake) {
      return NO_TLS;
    }
    if (failure instanceof ClosedChannelException) {
      return "closed while connecting";
    }
    return systemReason(failure)
        .orElseGet(() -> "cannot connect (" + failure.getClass().getSimpleName() + ")");
  }

  /** The reason if the failure or one of its causes has a known message of the operating system. */
  public static Optional<String> systemReason(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String message = String.valueOf(cause.getMessage());
      for (Map.Entry<String, String> entry : REASONS_BY_SYSTEM_MESSAGE.entrySet()) {
        if (message.contains(entry.getKey())) {
          return Optional.of(entry.getValue());
        }
      }
    }
    return Optional.empty();
  }
}
