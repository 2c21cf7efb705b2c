package dev.nacoscapacity.reports.record;

import dev.nacoscapacity.reports.stats.Transport;

/**
 * What the fleet was asked to do.
 *
 * @param instances how many instances this generator stood in for (its shard of the fleet)
 * @param services how many services they make up
 * @param protocol {@code http}, {@code grpc}, or the shares of both, {@code http=0.7,grpc=0.3}
 * @param clientModel over gRPC {@code polling} (lists and health checks at fixed periods) or {@code
 *     java-2x} (subscribes, as the Java client does); null over HTTP
 * @param beatSeconds period of an instance's heartbeats
 * @param listSeconds period of an instance's list calls; 0 when it makes none
 * @param listenSeconds how long a config long poll is held
 * @param scrapeSeconds period of metrics scrapes of each node
 * @param phase {@code spread} or {@code burst}
 * @param connections over HTTP the most for all calls but long polls, in all; null when a call
 *     opened one whenever none was free. Over gRPC all connections of the clients; where both are
 *     spoken, those over gRPC
 * @param reconnectsPerSecond the most clients that came back in a second after their connections
 *     were lost; null over HTTP
 * @param callTimeoutSeconds for every call; null where unknown, and where both protocols are spoken
 *     with the real clients' own: 50 s over HTTP, 3 s over gRPC
 * @param login how clients log in where auth is on: {@code shared} or {@code per-client}; null
 *     where unknown
 * @param shard {@code I/N}
 * @param subscribe over HTTP how many instances subscribe to pushes; over gRPC, be it spoken by all
 *     or some, to how many services each does
 * @param rampSeconds the least that the registrations were to take; 0 where nobody asked
 * @param registrationGraceSeconds how long after its acknowledgement a registration may take to
 *     show on every node; null where unknown
 * @param warmupSeconds before the measurement window
 * @param durationSeconds asked length of the measurement window
 * @param servicePrefix starts the name of every service of the run
 * @param traffic of the whole fleet, where it follows a profile; else null
 */
public record Workload(
    int instances,
    int services,
    String protocol,
    String clientModel,
    double beatSeconds,
    double listSeconds,
    double listenSeconds,
    double scrapeSeconds,
    String phase,
    Integer connections,
    Integer reconnectsPerSecond,
    Double callTimeoutSeconds,
    String login,
    String shard,
    long seed,
    int subscribe,
    double rampSeconds,
    Double registrationGraceSeconds,
    double warmupSeconds,
    double durationSeconds,
    String namespace,
    String servicePrefix,
    Traffic traffic) {

  /** Whether clients speak a protocol, all or some. */
  public boolean speaks(Transport transport) {
    return protocol.contains(transport.label());
  }
}
