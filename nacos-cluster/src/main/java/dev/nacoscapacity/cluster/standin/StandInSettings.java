package dev.nacoscapacity.cluster.standin;

import dev.nacoscapacity.cluster.standin.auth.StandInAccount;
import dev.nacoscapacity.cluster.standin.http.RecordedRequest;
import dev.nacoscapacity.cluster.standin.http.V1Support;
import dev.nacoscapacity.cluster.token.TokenKey;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Settings of a stand-in cluster beyond a {@link dev.nacoscapacity.cluster.ClusterSpec}.
 *
 * @param freePorts take any free ports instead of those of the spec
 * @param copyDelay from a write on the owner to its copies on the other nodes
 * @param tokenTtl of a login, whole seconds
 * @param credentials the one user
 * @param v1 how much of HTTP v1 the nodes have, beside v3
 * @param recorder receives each request, on the node's thread
 */
@RecordBuilder
public record StandInSettings(
    boolean freePorts,
    Duration copyDelay,
    Duration tokenTtl,
    StandInAccount credentials,
    V1Support v1,
    Optional<Consumer<RecordedRequest>> recorder)
    implements StandInSettingsBuilder.With {

  private static final String V1 = "stand-in.v1";

  /** Nacos 1.4.1 waits 1 s for more writes to a service, and 1 s more for other services. */
  private static final Duration COPY_DELAY = Duration.ofSeconds(2);

  private static final Duration TOKEN_TTL = Duration.ofSeconds(18_000);

  public StandInSettings {
    if (copyDelay.isNegative() || tokenTtl.toSeconds() < 1) {
      throw new IllegalArgumentException(
          "the copy delay is zero or more and a token lives at least 1 s, not %s and %s"
              .formatted(copyDelay, tokenTtl));
    }
  }

  /** The defaults of Nacos 1.4.1, with user and password {@code nacos}. */
  public static StandInSettings defaults() {
    return new StandInSettings(
        false,
        COPY_DELAY,
        TOKEN_TTL,
        new StandInAccount("nacos", "nacos", TokenKey.random()),
        V1Support.FULL,
        Optional.empty());
  }

  /**
   * With a cluster's settings: {@code stand-in.v1}, as in {@link V1Support#of}.
   *
   * @throws IllegalArgumentException when there is any other setting, or a value is invalid
   */
  public static StandInSettings of(Map<String, String> settings) {
    for (String key : new TreeSet<>(settings.keySet())) {
      if (!key.equals(V1)) {
        throw new IllegalArgumentException(
            "a stand-in has no setting '%s', only %s".formatted(key, V1));
      }
    }
    StandInSettings usual = defaults();
    return settings.containsKey(V1) ? usual.withV1(V1Support.of(V1, settings.get(V1))) : usual;
  }

  public StandInSettings withFreePorts() {
    return withFreePorts(true);
  }

  public StandInSettings withRecorder(Consumer<RecordedRequest> sink) {
    return withRecorder(Optional.of(sink));
  }
}
