package dev.nacoscapacity.simulator.preflight;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.simulator.auth.Credentials;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a run intends to do with a registry.
 *
 * @param nodes that it calls
 * @param credentials of the user to log in as; empty for a run without auth
 * @param namespace id of the namespace; {@code public} or blank for Nacos's default one
 * @param consent of the user
 * @param alone whether the registry must contain no services except those of this tool's runs
 * @param servicePrefix common prefix of the services of all runs
 * @param grpc whether the run needs the nodes' gRPC ports
 * @param api HTTP API to call; empty for the first one that all nodes serve
 */
public record RunIntent(
    CalledNodes nodes,
    Optional<Credentials> credentials,
    String namespace,
    LoadConsent consent,
    boolean alone,
    String servicePrefix,
    OfferedRates offered,
    boolean grpc,
    Optional<HttpApi> api) {

  private static final Instant FIRST_RUN = Instant.parse("2025-01-01T00:00:00Z");

  /** How far the clock of another machine, whose runs left services, may be ahead. */
  private static final Duration CLOCKS_APART = Duration.ofDays(1);

  /** The id of Nacos's default namespace. */
  static final String PUBLIC = "public";

  public RunIntent {
    namespace = namespace.isBlank() ? PUBLIC : namespace;
  }

  boolean auth() {
    return credentials.isPresent();
  }

  /**
   * Tells this tool's services, of this run and of earlier ones, from those of others.
   *
   * @param prefix that the names of all of them have
   * @return of a service's name with its group
   */
  public static Predicate<String> ownServices(String prefix) {
    // As Population#freshPrefix and Fleet#serviceName: the time in base 36, two random digits,
    // and a number. Words are no time at which this tool ran.
    Pattern name =
        Pattern.compile(
            "(%s%s)?%s([0-9a-z]{8})[0-9a-z]{2}-\\d{4,9}"
                .formatted(Http.DEFAULT_GROUP, Http.GROUP_SEPARATOR, Pattern.quote(prefix)));
    Set<String> ofShards =
        Set.of(
            Population.SHARDS_SERVICE,
            Http.DEFAULT_GROUP + Http.GROUP_SEPARATOR + Population.SHARDS_SERVICE);
    long latest = Instant.now().plus(CLOCKS_APART).toEpochMilli();
    return service -> {
      Matcher matcher = name.matcher(service);
      if (!matcher.matches()) {
        return ofShards.contains(service);
      }
      long began = Long.parseLong(matcher.group(2), 36);
      return began >= FIRST_RUN.toEpochMilli() && began <= latest;
    };
  }
}
