package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.ServerVersion;
import java.util.List;
import java.util.Map;

/**
 * What differs between releases of the real server: a new release is one more constant. Source: the
 * releases' own {@code application.properties}, {@code AuthConstants} and {@code
 * DataSourcePoolProperties}.
 */
enum Release {
  // The console's exception handler must be found first, or a wrong password is answered "HTTP 0".
  // Caucho's Hessian is before Alipay's, as in the distribution: what the latter writes to the raft
  // log no other version can read.
  V1_4_1("com.alibaba.nacos.Nacos", "nacos-console-", "hessian-4.") {
    @Override
    Map<String, String> settings(ClusterSpec spec, Secrets secrets) {
      return Map.of(tokenKeySetting(), secrets.tokenKey());
    }

    @Override
    String tokenKeySetting() {
      return "nacos.core.auth.default.token.secret.key";
    }
  },

  // Both Hessian jars are needed, and 167 of their classes have the same name: Nacos serializes
  // with
  // Caucho's, and its pushes over gRPC use a map that only Alipay's has.
  V2_2_4("dev.nacoscapacity.cluster.server.NacosServer", "server-2.2.4-", "hessian-4.") {
    @Override
    Map<String, String> settings(ClusterSpec spec, Secrets secrets) {
      return Map.of(
          tokenKeySetting(),
          secrets.tokenKey(),
          "nacos.core.auth.plugin.nacos.token.cache.enable",
          Boolean.toString(spec.authCache()),
          // As in 1.4; its own 3 s are too few for a start on a busy machine.
          "db.pool.config.connectionTimeout",
          "30000");
    }

    @Override
    String tokenKeySetting() {
      return "nacos.core.auth.plugin.nacos.token.secret.key";
    }
  };

  private final String main;
  private final List<String> firstJars;

  Release(String main, String... firstJars) {
    this.main = main;
    this.firstJars = List.of(firstJars);
  }

  static Release of(ServerVersion version) {
    return switch (version) {
      case V1_4_1 -> V1_4_1;
      case V2_2_4 -> V2_2_4;
      case EMBEDDED -> throw new IllegalArgumentException("the stand-in is no release");
    };
  }

  String main() {
    return main;
  }

  /** Prefixes of the names of jars that must be first on the class path, in this order. */
  List<String> firstJars() {
    return firstJars;
  }

  /** Its own keys for {@code application.properties}. */
  abstract Map<String, String> settings(ClusterSpec spec, Secrets secrets);

  /** The setting for the key that signs tokens, Base64. */
  abstract String tokenKeySetting();
}
