package dev.nacoscapacity.cluster.reach;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * Delegates to another trust manager, and explains refused certificates with problem and remedy.
 */
final class ExplainedTrust extends X509ExtendedTrustManager {

  /** GeneralName's types of a DNS name and of an IP address, RFC 5280. */
  private static final List<Integer> HOSTS = List.of(2, 7);

  private final X509ExtendedTrustManager trust;

  /**
   * @param trust Java's own, which checks host names, too
   */
  ExplainedTrust(X509TrustManager trust) {
    this.trust = (X509ExtendedTrustManager) trust;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    try {
      trust.checkServerTrusted(chain, authType, engine);
    } catch (CertificateException e) {
      throw new UntrustedException(fault(chain[0], engine.getPeerHost(), e), e);
    }
  }

  /** A certificate is not trusted. The message is one line: problem and remedy. */
  static final class UntrustedException extends CertificateException {
    private static final long serialVersionUID = 1;

    UntrustedException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  private static String fault(X509Certificate shown, String host, CertificateException e) {
    String certificate = "the certificate of " + host;
    try {
      shown.checkValidity();
    } catch (CertificateExpiredException expired) {
      return certificate + " expired on " + shown.getNotAfter().toInstant() + ": renew it there";
    } catch (CertificateNotYetValidException early) {
      return "%s is valid only from %s: look at the clocks"
          .formatted(certificate, shown.getNotBefore().toInstant());
    }
    String names = names(shown);
    // Java checks the name last; only this message identifies that check.
    boolean name = String.valueOf(e.getMessage()).matches("No (name|subject alternative).*");
    return name
        ? ("%s is for %s: name the server by one of these, or give it a certificate for %s"
                + " (--insecure would trust any)")
            .formatted(certificate, names, host)
        : ("%s (for %s, issued by %s) is of no authority that is trusted here: give its CA's"
                + " certificate by --tls-ca FILE (--insecure would trust any)")
            .formatted(certificate, names, shown.getIssuerX500Principal().getName());
  }

  /** The host names and addresses of the certificate; its subject when there are none. */
  private static String names(X509Certificate certificate) {
    try {
      Collection<List<?>> all =
          Optional.ofNullable(certificate.getSubjectAlternativeNames()).orElse(List.of());
      String names =
          all.stream()
              .filter(name -> HOSTS.contains(name.get(0)))
              .map(name -> name.get(1).toString())
              .collect(Collectors.joining(", "));
      return names.isEmpty() ? certificate.getSubjectX500Principal().getName() : names;
    } catch (CertificateException e) {
      return "names that cannot be read";
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    trust.checkServerTrusted(chain, authType, socket);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    trust.checkServerTrusted(chain, authType);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    trust.checkClientTrusted(chain, authType, engine);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    trust.checkClientTrusted(chain, authType, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    trust.checkClientTrusted(chain, authType);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return trust.getAcceptedIssuers();
  }
}
