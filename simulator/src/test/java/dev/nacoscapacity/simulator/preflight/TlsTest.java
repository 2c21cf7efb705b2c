package dev.nacoscapacity.simulator.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.AdminException.Kind;
import dev.nacoscapacity.cluster.proxy.NodeProxy;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.cluster.reach.Tls;
import dev.nacoscapacity.simulator.Certificate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The messages for an operator when a TLS connection fails. */
class TlsTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  @TempDir private static Path folder;
  private static Certificate good;

  private HttpServer server;

  @BeforeAll
  static void make() throws IOException {
    good = Certificate.make(folder, "dns:localhost,ip:127.0.0.1");
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.stop(0);
    }
  }

  private InetSocketAddress shows(Certificate certificate, boolean wantsOne)
      throws IOException, GeneralSecurityException {
    HttpsServer https = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    https.setHttpsConfigurator(
        new HttpsConfigurator(certificate.server()) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters ssl = getSSLContext().getDefaultSSLParameters();
            ssl.setNeedClientAuth(wantsOne);
            parameters.setSSLParameters(ssl);
          }
        });
    return serve(https);
  }

  private InetSocketAddress serve(HttpServer of) {
    server = of;
    server.createContext(
        "/registry/v1/ns/instance/list",
        exchange -> {
          byte[] hosts = "{\"hosts\":[]}".getBytes();
          exchange.sendResponseHeaders(200, hosts.length);
          exchange.getResponseBody().write(hosts);
          exchange.close();
        });
    server.start();
    return server.getAddress();
  }

  private static InetSocketAddress named(String host, InetSocketAddress at) throws IOException {
    return new InetSocketAddress(
        InetAddress.getByAddress(host, at.getAddress().getAddress()), at.getPort());
  }

  private static Tls trusting(Path ca) {
    return new Tls(Tls.Scope.ALL, false, ca, null, null);
  }

  private static AdminClient client(InetSocketAddress node, Tls tls) {
    return AdminClient.of(node, new Reach("/registry", 1000, tls, List.of()), TIMEOUT);
  }

  private static AdminException fault(InetSocketAddress node, Tls tls) {
    return catchThrowableOfType(
        AdminException.class, () -> client(node, tls).instances("public", "orders"));
  }

  @Test
  void shouldTrustAServerWhoseAuthorityWasNamed() throws Exception {
    InetSocketAddress node = shows(good, false);
    AdminClient client = client(node, trusting(good.certificate()));

    assertThat(client.instances("public", "orders")).isEmpty();
    assertThat(client.instances("public", "orders")).isEmpty();
  }

  @Test
  void shouldCheckTheNodesNameRatherThanItsProxys() throws Exception {
    Certificate nodes = Certificate.make(folder, "dns:nacos.example.com");
    InetSocketAddress node = named("nacos.example.com", shows(nodes, false));
    InetSocketAddress other = named("nacos.example.org", node);
    Reach reach = new Reach("/registry", 2000, trusting(nodes.certificate()), List.of());
    try (NodeProxy proxy = NodeProxy.before(node, reach);
        NodeProxy ofOther = NodeProxy.before(other, reach)) {
      assertThat(AdminClient.of(proxy.http(), reach, TIMEOUT).instances("public", "orders"))
          .isEmpty();
      assertThat(proxy.http().getAddress().isLoopbackAddress()).isTrue();
      assertThatThrownBy(
              () -> AdminClient.of(ofOther.http(), reach, TIMEOUT).instances("public", "orders"))
          .hasMessageContaining("the certificate of nacos.example.org is for nacos.example.com");
      new Socket("127.0.0.1", proxy.http().getPort() + 2000).close();
    }
  }

  @Test
  void shouldNameHostAndCertificateWhenTheyDiffer() throws Exception {
    InetSocketAddress node = named("nacos.example.com", shows(good, false));

    assertThat(fault(node, trusting(good.certificate())))
        .hasMessageStartingWith("nacos.example.com:" + node.getPort())
        .hasMessageContaining("is for localhost, 127.0.0.1")
        .extracting(AdminException::kind)
        .isEqualTo(Kind.NO_TLS);
  }

  @Test
  void shouldNameTheIssuerWhenTheAuthorityIsNotTrusted() throws Exception {
    InetSocketAddress node = shows(good, false);

    assertThat(fault(node, trusting(null)))
        .hasMessageContainingAll("(for localhost, 127.0.0.1, issued by CN=test)", "--tls-ca");
  }

  @Test
  void shouldSayWhenACertificateHasExpired() throws Exception {
    Certificate old =
        Certificate.make(folder, "ip:127.0.0.1", "-startdate", "-10d", "-validity", "5");

    assertThat(fault(shows(old, false), trusting(null)))
        .hasMessageContaining("the certificate of 127.0.0.1 expired on 2");
  }

  @Test
  void shouldTrustAnyCertificateWhenInsecure() throws Exception {
    InetSocketAddress node = named("nacos.example.com", shows(good, false));
    Tls insecure = new Tls(Tls.Scope.ALL, true, null, null, null);

    assertThat(client(node, insecure).instances("public", "orders")).isEmpty();
  }

  @Test
  void shouldAskForAClientCertificateWhenTheServerWantsOne() throws Exception {
    InetSocketAddress node = shows(good, true);

    assertThat(fault(node, trusting(good.certificate())))
        .hasMessageContainingAll("--tls-cert", "--tls-key");
  }

  @Test
  void shouldSayThatAServerAnswersWithoutTls() throws Exception {
    try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      CompletableFuture.runAsync(
          () -> {
            try (Socket client = plain.accept()) {
              client.getOutputStream().write("HTTP/1.1 400 \r\n\r\n".getBytes());
              client.getInputStream().readAllBytes();
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });

      assertThat(fault((InetSocketAddress) plain.getLocalSocketAddress(), trusting(null)))
          .hasMessageContainingAll("without TLS", "--tls=http|grpc|entry");
    }
  }

  @Test
  void shouldProposeTlsWhenAServerSpeaksNothingElse() throws Exception {
    InetSocketAddress node = shows(good, false);

    assertThat(fault(node, null)).hasMessageContaining("(does it want TLS? then add --tls)");
  }

  @Test
  void shouldNameTheFileThatIsNoCertificateOrKey() throws Exception {
    Path empty = Files.createFile(folder.resolve("empty.pem"));
    Tls noKey = new Tls(Tls.Scope.ALL, false, null, good.certificate(), empty);

    assertThatThrownBy(() -> trusting(empty).requireReadable())
        .hasMessage(empty + " holds no certificate in PEM");
    assertThatThrownBy(noKey::requireReadable).hasMessageContaining("openssl pkcs8");
  }
}
