package dev.nacoscapacity.cluster.reach;

import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.util.Optional;
import javax.net.ssl.SSLException;

/** Explains why a TLS connection failed. */
public final class TlsFault {

  private static final String ELSEWHERE =
      ": leave --tls out, or say where TLS is spoken (--tls=http|grpc|entry)";

  private static final String CLIENT =
      ": it may want a client's certificate, --tls-cert FILE --tls-key FILE";

  private TlsFault() {}

  /**
   * A sentence with problem and remedy; empty when the failure is not about TLS.
   *
   * @param server for the sentence, {@code host:port}
   */
  public static Optional<String> of(Throwable failure, String server) {
    Optional<String> fault = Optional.empty();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ExplainedTrust.UntrustedException) {
        return Optional.of(server + ": " + cause.getMessage());
      }
      if (cause instanceof NotSslRecordException) {
        return Optional.of(server + " answers without TLS" + ELSEWHERE);
      }
      if (cause instanceof SslHandshakeTimeoutException) {
        return Optional.of(server + " does not answer the TLS handshake" + ELSEWHERE);
      }
      if (cause instanceof SSLException) {
        fault = Optional.of(refusal(server, String.valueOf(cause.getMessage())));
      }
    }
    return fault;
  }

  private static String refusal(String server, String message) {
    return "%s ends the TLS handshake (%s)%s"
        .formatted(
            server, message, message.contains("certificate") ? CLIENT : ": look at its logs");
  }

  /** A sentence for a server that closed an encrypted connection without an answer. */
  public static String ended(String server) {
    return server + " ends the connection without an answer" + CLIENT;
  }
}
