package dev.nacoscapacity.simulator;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A certificate that its own key signed, made by the JDK's keytool.
 *
 * @param certificate PEM file
 * @param key its key's PEM file, PKCS#8
 * @param store both
 */
public record Certificate(Path certificate, Path key, KeyStore store) {

  private static final char[] PASSWORD = "changeit".toCharArray();

  /**
   * Makes one.
   *
   * @param names as keytool's {@code -ext san} takes them
   * @param more of keytool's options
   */
  public static Certificate make(Path folder, String names, String... more) throws IOException {
    Path file = Files.createTempDirectory(folder, "cert").resolve("keys.p12");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "it",
                "-keyalg",
                "EC",
                "-dname",
                "CN=test",
                "-ext",
                "san=" + names,
                "-storetype",
                "PKCS12",
                "-storepass",
                "changeit",
                "-keystore",
                file.toString()));
    command.addAll(List.of(more));
    try {
      Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
      byte[] output = keytool.getInputStream().readAllBytes();
      if (keytool.waitFor() != 0) {
        throw new IOException(new String(output));
      }
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(new ByteArrayInputStream(Files.readAllBytes(file)), PASSWORD);
      return new Certificate(
          pem(file, "CERTIFICATE", store.getCertificate("it").getEncoded()),
          pem(file, "PRIVATE KEY", store.getKey("it", PASSWORD).getEncoded()),
          store);
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static Path pem(Path beside, String type, byte[] content) throws IOException {
    return Files.writeString(
        beside.resolveSibling(type.replace(' ', '-') + ".pem"),
        "-----BEGIN %s-----\n%s\n-----END %s-----\n"
            .formatted(
                type, Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content), type));
  }

  /** For a server that shows it. */
  public SSLContext server() throws GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }
}
