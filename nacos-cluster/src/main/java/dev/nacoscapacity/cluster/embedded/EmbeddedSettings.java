package dev.nacoscapacity.cluster.embedded;

import dev.nacoscapacity.cluster.embedded.auth.StandInAccount;
import dev.nacoscapacity.cluster.embedded.http.RecordedRequest;
import dev.nacoscapacity.cluster.embedded.http.ServiceTime;
import dev.nacoscapacity.cluster.embedded.http.V1Support;
import dev.nacoscapacity.cluster.token.TokenKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Settings of a stand-in cluster beyond a {@link dev.nacoscapacity.cluster.ClusterSpec}.
 *
 * @param freePorts take any free ports instead of those of the spec
 * @param copyDelay from a write on the owner to its copies on the other nodes
 * @param tokenTtl of a login, whole seconds
 * @param credentials the one user
 * @param limits of each node, until {@link EmbeddedNode#limit} sets others
 * @param v1 how much of HTTP v1 the nodes have, beside v3
 * @param recorder receives each request, on the node's thread; null for none
 */
public record EmbeddedSettings(
    boolean freePorts,
    Duration copyDelay,
    Duration tokenTtl,
    StandInAccount credentials,
    ServiceTime limits,
    V1Support v1,
    Consumer<RecordedRequest> recorder) {

  private static final String V1 = "stand-in.v1";
  private static final List<String> KEYS = List.of(ServiceTime.SERVICE_MS, ServiceTime.THREADS, V1);

  /** Nacos 1.4.1 waits 1 s for more writes to a service, and 1 s more for other services. */
  private static final Duration COPY_DELAY = Duration.ofSeconds(2);

  private static final Duration TOKEN_TTL = Duration.ofSeconds(18_000);

  public EmbeddedSettings {
    if (copyDelay.isNegative() || tokenTtl.toSeconds() < 1) {
      throw new IllegalArgumentException(
          "the copy delay is zero or more and a token lives at least 1 s, not %s and %s"
              .formatted(copyDelay, tokenTtl));
    }
  }

  /** The defaults of Nacos 1.4.1, with user and password {@code nacos}. */
  public static EmbeddedSettings defaults() {
    return new EmbeddedSettings(
        false,
        COPY_DELAY,
        TOKEN_TTL,
        new StandInAccount("nacos", "nacos", TokenKey.random()),
        ServiceTime.NONE,
        V1Support.FULL,
        null);
  }

  /**
   * With a cluster's settings: {@code stand-in.service-ms} and {@code stand-in.threads}, as in
   * {@link ServiceTime#of}, and {@code stand-in.v1}, as in {@link V1Support#of}.
   *
   * @throws IllegalArgumentException when there is any other setting, or a value is invalid
   */
  public static EmbeddedSettings of(Map<String, String> settings) {
    for (String key : new TreeSet<>(settings.keySet())) {
      if (!KEYS.contains(key)) {
        throw new IllegalArgumentException(
            "a stand-in has no setting '%s', only %s".formatted(key, String.join(", ", KEYS)));
      }
    }
    EmbeddedSettings usual = defaults().withLimits(ServiceTime.of(settings));
    return settings.containsKey(V1) ? usual.withV1(V1Support.of(V1, settings.get(V1))) : usual;
  }

  public EmbeddedSettings withFreePorts() {
    return new EmbeddedSettings(true, copyDelay, tokenTtl, credentials, limits, v1, recorder);
  }

  public EmbeddedSettings withCopyDelay(Duration delay) {
    return new EmbeddedSettings(freePorts, delay, tokenTtl, credentials, limits, v1, recorder);
  }

  public EmbeddedSettings withTokenTtl(Duration ttl) {
    return new EmbeddedSettings(freePorts, copyDelay, ttl, credentials, limits, v1, recorder);
  }

  public EmbeddedSettings withCredentials(StandInAccount user) {
    return new EmbeddedSettings(freePorts, copyDelay, tokenTtl, user, limits, v1, recorder);
  }

  public EmbeddedSettings withLimits(ServiceTime each) {
    return new EmbeddedSettings(freePorts, copyDelay, tokenTtl, credentials, each, v1, recorder);
  }

  public EmbeddedSettings withV1(V1Support support) {
    return new EmbeddedSettings(
        freePorts, copyDelay, tokenTtl, credentials, limits, support, recorder);
  }

  public EmbeddedSettings withRecorder(Consumer<RecordedRequest> sink) {
    return new EmbeddedSettings(freePorts, copyDelay, tokenTtl, credentials, limits, v1, sink);
  }
}
