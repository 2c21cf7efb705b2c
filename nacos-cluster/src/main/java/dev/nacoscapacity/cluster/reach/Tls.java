package dev.nacoscapacity.cluster.reach;

import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * Which connections use TLS, and which certificates are trusted. Keys and certificates are PEM
 * files; only their paths are kept.
 *
 * @param scope which connections
 * @param insecure whether any certificate of any server is accepted
 * @param ca certificate authorities to trust; null for Java's default
 * @param certificate client certificate with its chain; null for none
 * @param key of that certificate, PKCS#8, without a password; null without one
 */
public record Tls(Scope scope, boolean insecure, Path ca, Path certificate, Path key) {

  /** Which connections are TLS. */
  public enum Scope {
    /** All. */
    ALL(true, true, true),
    /** Those to HTTP ports. */
    HTTP(true, false, false),
    /** Those to gRPC ports: {@code nacos.remote.server.rpc.tls.enableTls} is for these alone. */
    GRPC(false, true, false),
    /** Those to entry points in place of the nodes. */
    ENTRY(false, false, true);

    private final boolean http;
    private final boolean grpc;
    private final boolean entry;

    Scope(boolean http, boolean grpc, boolean entry) {
      this.http = http;
      this.grpc = grpc;
      this.entry = entry;
    }

    boolean http(boolean ofEntry) {
      return http || ofEntry && entry;
    }

    boolean grpc(boolean ofEntry) {
      return grpc || ofEntry && entry;
    }
  }

  // The JDK's list of authorities alone takes some 100 ms to read.
  private static final Map<Tls, SslContext> OF_HTTP = new ConcurrentHashMap<>();
  private static final Map<Tls, SslContext> OF_GRPC = new ConcurrentHashMap<>();

  SslContext http() {
    return OF_HTTP.computeIfAbsent(this, tls -> tls.build(false));
  }

  SslContext grpc() {
    return OF_GRPC.computeIfAbsent(this, tls -> tls.build(true));
  }

  /**
   * Reads the files.
   *
   * @throws IllegalArgumentException when one of them cannot be used, with its name and the remedy
   */
  public void requireReadable() {
    http();
  }

  private SslContext build(boolean grpc) {
    SslContextBuilder builder =
        SslContextBuilder.forClient()
            .trustManager(insecure ? anyone() : new ExplainedTrust(authorities()));
    if (certificate != null) {
      own(builder);
    }
    try {
      return (grpc ? GrpcSslContexts.configure(builder) : builder).build();
    } catch (SSLException e) {
      throw new IllegalArgumentException("TLS cannot be used: " + e.getMessage(), e);
    }
  }

  private void own(SslContextBuilder builder) {
    try (InputStream chain = Files.newInputStream(certificate);
        InputStream secret = Files.newInputStream(key)) {
      builder.keyManager(chain, secret);
    } catch (IOException e) {
      throw unreadable(e);
    } catch (IllegalArgumentException e) {
      // No cause, which could show what the key's file holds.
      throw new IllegalArgumentException(
          "%s and %s are no certificate and its key in PEM: the key must be PKCS#8 and without a"
                  .formatted(certificate, key)
              + " password (openssl pkcs8 -topk8 -nocrypt -in KEY -out FILE)");
    }
  }

  private static TrustManager anyone() {
    return InsecureTrustManagerFactory.INSTANCE.getTrustManagers()[0];
  }

  private X509TrustManager authorities() {
    try {
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(ca == null ? null : authority());
      return (X509TrustManager) trust.getTrustManagers()[0];
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform checks X.509 certificates", e);
    }
  }

  private KeyStore authority() throws GeneralSecurityException {
    try (InputStream in = Files.newInputStream(ca)) {
      Collection<? extends Certificate> certificates = certificates(in);
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      for (Certificate certificate : certificates) {
        trusted.setCertificateEntry("ca-" + trusted.size(), certificate);
      }
      return trusted;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private Collection<? extends Certificate> certificates(InputStream in) {
    try {
      Collection<? extends Certificate> certificates =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (!certificates.isEmpty()) {
        return certificates;
      }
    } catch (GeneralSecurityException e) {
      // Reported below.
    }
    throw new IllegalArgumentException(ca + " holds no certificate in PEM");
  }

  private static IllegalArgumentException unreadable(IOException e) {
    return new IllegalArgumentException(
        e instanceof NoSuchFileException
            ? "there is no file " + e.getMessage()
            : "cannot read " + e.getMessage(),
        e);
  }
}
