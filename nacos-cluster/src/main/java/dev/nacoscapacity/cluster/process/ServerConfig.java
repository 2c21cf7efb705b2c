package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.token.ServerIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The {@code conf} folder of a real node. Source: the server's own {@code application.properties},
 * {@code AuthConfigs}, {@code EnvUtil}.
 */
final class ServerConfig {

  private static final String IDENTITY_KEY = "nacos.core.auth.server.identity.key";
  private static final String IDENTITY_VALUE = "nacos.core.auth.server.identity.value";

  private ServerConfig() {}

  /** The settings that differ from the server's defaults; the spec's settings override ours. */
  static Map<String, String> properties(ClusterSpec spec, int index, Path home, Secrets secrets) {
    ServerVersion version = spec.version();
    Map<String, String> keys = new TreeMap<>(version.settings());
    keys.put(version.portKey(), Integer.toString(spec.port(index)));
    keys.put("server.address", spec.host(index));
    keys.put("server.tomcat.basedir", home.resolve("tomcat").toString());
    keys.put("server.tomcat.accesslog.enabled", "false");
    // Not env and heapdump, which show secrets.
    keys.put("management.endpoints.web.exposure.include", "prometheus");
    keys.put("nacos.core.auth.system.type", "nacos");
    keys.put("nacos.core.auth.enabled", Boolean.toString(spec.auth()));
    // Since 3.0: otherwise administration needs a token although nothing else does.
    keys.put("nacos.core.auth.admin.enabled", Boolean.toString(spec.auth()));
    version.tokenKeys().forEach(key -> keys.put(key, secrets.tokenKey()));
    version.tokenCache().ifPresent(key -> keys.put(key, Boolean.toString(spec.authCache())));
    // Otherwise a request with User-Agent Nacos-Server needs no token.
    keys.put("nacos.core.auth.enable.userAgentAuthWhite", "false");
    keys.put(IDENTITY_KEY, secrets.identityKey());
    keys.put(IDENTITY_VALUE, secrets.identityValue());
    keys.putAll(spec.settings());
    return keys;
  }

  /** The server identity of the node with this home; empty when the node has no configuration. */
  static Optional<ServerIdentity> identity(Path home) {
    Path file = file(home);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      Properties properties = read(file);
      return ServerIdentity.of(
          properties.getProperty(IDENTITY_KEY), properties.getProperty(IDENTITY_VALUE));
    } catch (IOException e) {
      throw new ClusterException(file + " is unreadable: start the cluster anew", e);
    }
  }

  private static Properties read(Path file) throws IOException {
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      properties.load(in);
    }
    return properties;
  }

  private static Path file(Path home) {
    return home.resolve("conf").resolve("application.properties");
  }

  /** The folder for temporary files of the node with this home. */
  static Path temporary(Path home) {
    return home.resolve("tmp");
  }

  /** Every member's address. */
  static String members(ClusterSpec spec) {
    return String.join("\n", spec.addresses()) + "\n";
  }

  static void write(ClusterSpec spec, int index, Path home, Secrets secrets) throws IOException {
    Files.createDirectories(temporary(home));
    Path conf = Files.createDirectories(home.resolve("conf"));
    Path file =
        Files.createFile(
            file(home),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Properties properties = new Properties();
    properties.putAll(properties(spec, index, home, secrets));
    try (OutputStream out = Files.newOutputStream(file)) {
      properties.store(out, null);
    }
    Files.writeString(conf.resolve("cluster.conf"), members(spec));
  }

  /**
   * Rewrites a node's configuration for another version, with its existing secrets and settings,
   * since a recorded spec does not contain secrets.
   *
   * @param spec of the other version
   * @param old copy of the node's previous folder
   * @param version of that copy
   */
  static void rewrite(ClusterSpec spec, int index, Path home, Path old, ServerVersion version)
      throws IOException {
    Properties before = read(file(old));
    Map<String, String> settings = new TreeMap<>(spec.settings());
    settings.replaceAll(before::getProperty);
    Secrets secrets =
        new Secrets(
            before.getProperty(version.tokenKeys().get(0)),
            before.getProperty(IDENTITY_KEY),
            before.getProperty(IDENTITY_VALUE));
    write(spec.withSettings(settings), index, home, secrets);
  }
}
