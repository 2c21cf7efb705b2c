package dev.nacoscapacity.cluster.embedded;

import dev.nacoscapacity.cluster.embedded.auth.Credentials;
import dev.nacoscapacity.cluster.embedded.http.RecordedRequest;
import dev.nacoscapacity.cluster.embedded.http.ServiceTime;
import dev.nacoscapacity.cluster.token.TokenKey;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Settings of a stand-in cluster beyond a {@link dev.nacoscapacity.cluster.ClusterSpec}.
 *
 * @param freePorts take any free ports instead of those of the spec
 * @param copyDelay from a write on the owner to its copies on the other nodes
 * @param tokenTtl of a login, whole seconds
 * @param credentials the one user
 * @param limits of each node, until {@link EmbeddedNode#limit} sets others
 * @param recorder gets each request, on the node's thread; null for none
 */
public record EmbeddedSettings(
    boolean freePorts,
    Duration copyDelay,
    Duration tokenTtl,
    Credentials credentials,
    ServiceTime limits,
    Consumer<RecordedRequest> recorder) {

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

  /** As Nacos 1.4.1 comes, with user and password {@code nacos}. */
  public static EmbeddedSettings defaults() {
    return new EmbeddedSettings(
        false,
        COPY_DELAY,
        TOKEN_TTL,
        new Credentials("nacos", "nacos", TokenKey.random()),
        ServiceTime.NONE,
        null);
  }

  public EmbeddedSettings withFreePorts() {
    return new EmbeddedSettings(true, copyDelay, tokenTtl, credentials, limits, recorder);
  }

  public EmbeddedSettings withCopyDelay(Duration delay) {
    return new EmbeddedSettings(freePorts, delay, tokenTtl, credentials, limits, recorder);
  }

  public EmbeddedSettings withTokenTtl(Duration ttl) {
    return new EmbeddedSettings(freePorts, copyDelay, ttl, credentials, limits, recorder);
  }

  public EmbeddedSettings withCredentials(Credentials user) {
    return new EmbeddedSettings(freePorts, copyDelay, tokenTtl, user, limits, recorder);
  }

  public EmbeddedSettings withLimits(ServiceTime each) {
    return new EmbeddedSettings(freePorts, copyDelay, tokenTtl, credentials, each, recorder);
  }

  public EmbeddedSettings withRecorder(Consumer<RecordedRequest> sink) {
    return new EmbeddedSettings(freePorts, copyDelay, tokenTtl, credentials, limits, sink);
  }
}
