package dev.nacoscapacity.simulator.preflight;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.reach.Endpoint;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.cluster.token.ServerIdentity;
import dev.nacoscapacity.simulator.auth.Credentials;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a run intends to do with a registry.
 *
 * @param targets addresses at which its nodes are queried
 * @param registry the nodes' own addresses
 * @param credentials of the user to log in as; null for a run without auth
 * @param namespace id of the namespace; {@code public} or blank for Nacos's default one
 * @param allowPublicNamespace whether that default one may be used
 * @param confirmed whether the user has agreed to load a registry on other machines
 * @param alone whether the registry must contain no services except those of this tool's runs
 * @param servicePrefix common prefix of the services of all runs
 * @param grpc whether the run needs the nodes' gRPC ports
 * @param api HTTP API to call; null for the first one that all nodes serve
 * @param identity server identity for administration calls; empty when unknown
 * @param reach how the nodes are reached, and the entry points that clients call instead
 */
public record RunIntent(
    List<InetSocketAddress> targets,
    List<InetSocketAddress> registry,
    Credentials credentials,
    String namespace,
    boolean allowPublicNamespace,
    boolean confirmed,
    boolean alone,
    String servicePrefix,
    OfferedRates offered,
    boolean grpc,
    HttpApi api,
    Optional<ServerIdentity> identity,
    Reach reach) {

  private static final Instant FIRST_RUN = Instant.parse("2025-01-01T00:00:00Z");

  /** How far the clock of another machine, whose runs left services, may be ahead. */
  private static final Duration CLOCKS_APART = Duration.ofDays(1);

  /** The id of Nacos's default namespace. */
  static final String PUBLIC = "public";

  public RunIntent {
    targets = List.copyOf(targets);
    registry = List.copyOf(registry);
    namespace = namespace.isBlank() ? PUBLIC : namespace;
  }

  boolean auth() {
    return credentials != null;
  }

  /** A client for a node, without a token. */
  AdminClient admin(InetSocketAddress target, Duration timeout) {
    return AdminClient.of(target, reach, timeout).withIdentity(identity);
  }

  static String name(InetSocketAddress target) {
    return Endpoint.name(target);
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
    long latest = Instant.now().plus(CLOCKS_APART).toEpochMilli();
    return service -> {
      Matcher matcher = name.matcher(service);
      if (!matcher.matches()) {
        return false;
      }
      long began = Long.parseLong(matcher.group(2), 36);
      return began >= FIRST_RUN.toEpochMilli() && began <= latest;
    };
  }
}
