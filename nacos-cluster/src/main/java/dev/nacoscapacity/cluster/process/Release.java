package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ServerVersion;

/**
 * What one release of the real server calls differently. Source: the releases' own {@code
 * application.properties} and {@code AuthConstants}.
 *
 * @param main its main class
 * @param firstJar how the jar is called that must lead the class path
 * @param tokenKey the setting that holds the key which signs tokens
 */
record Release(String main, String firstJar, String tokenKey) {

  private static final Release V1_4_1 =
      new Release(
          "com.alibaba.nacos.Nacos",
          // Its exception handler must be found first, or a wrong password is answered "HTTP 0".
          "nacos-console-",
          "nacos.core.auth.default.token.secret.key");

  private static final Release V2_2_4 =
      new Release(
          "dev.nacoscapacity.cluster.server.NacosServer",
          "server-2.2.4-",
          "nacos.core.auth.plugin.nacos.token.secret.key");

  static Release of(ServerVersion version) {
    return switch (version) {
      case V1_4_1 -> V1_4_1;
      case V2_2_4 -> V2_2_4;
      case EMBEDDED -> throw new IllegalArgumentException("the stand-in is no release");
    };
  }
}
