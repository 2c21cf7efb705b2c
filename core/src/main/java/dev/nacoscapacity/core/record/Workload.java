package dev.nacoscapacity.core.record;

import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.verdict.Criteria;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * The workload of the fleet.
 *
 * @param instances number of instances that this generator simulates (its shard of the fleet)
 * @param services number of their services
 * @param protocol {@code http}, {@code grpc}, or the shares of both, {@code http=0.7,grpc=0.3}
 * @param clientModel over gRPC {@code polling} (lists and health checks at fixed periods) or {@code
 *     java-2x} (subscribes, as the Java client does); null over HTTP
 * @param beatSeconds period of an instance's heartbeats
 * @param listSeconds period of an instance's list calls; 0 for no lists
 * @param listenSeconds how long a config long poll is held
 * @param scrapeSeconds period of metrics scrapes of each node
 * @param phase {@code spread} or {@code burst}
 * @param connections over HTTP the limit on connections for all calls other than long polls; null
 *     when a call opened a connection whenever none was free. Over gRPC, or over both protocols,
 *     the number of gRPC connections of all clients
 * @param reconnectsPerSecond limit on clients that reconnect in a second after their connections
 *     were lost; null over HTTP
 * @param callTimeoutSeconds for every call; null when unknown, or when both protocols are used with
 *     the timeouts of the real clients: 50 s over HTTP, 3 s over gRPC
 * @param login how clients log in when auth is on: {@code shared} or {@code per-client}; null when
 *     unknown
 * @param shard {@code I/N}
 * @param subscribe over HTTP the number of instances that subscribe to pushes; over gRPC, or over
 *     both protocols, the number of services that each client subscribes to
 * @param rampSeconds minimum duration of the registrations; 0 for the default
 * @param registrationGraceSeconds how long after its acknowledgement a registration may take to
 *     appear on every node; null when unknown
 * @param warmupSeconds before the measurement window
 * @param durationSeconds requested length of the measurement window
 * @param servicePrefix prefix of the name of every service of the run
 * @param traffic of the whole fleet if it follows a profile; else null
 */
@RecordBuilder
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
    Traffic traffic)
    implements WorkloadBuilder.With {

  /** The workload of a record whose source does not tell one. */
  public static final Workload UNKNOWN =
      new Workload(
          0, 0, "", null, 0, 0, 0, 0, "", null, null, null, null, "1/1", 0, 0, 0, null, 0, 0, null,
          null, null);

  /** Whether at least some clients use a protocol. */
  public boolean speaks(Transport transport) {
    return protocol.contains(transport.label());
  }

  /**
   * The longest gap between beats of one instance that a verdict allows, in ms. Over HTTP it grows
   * with the period of the slowest beats; over gRPC beats are the connection's.
   */
  public double beatGapMs(Criteria criteria) {
    double rarest = ServiceClass.beatsRarer(beatSeconds);
    if (traffic != null) {
      rarest =
          traffic.classes().stream()
              .mapToDouble(ServiceClass::beatsRarer)
              .reduce(rarest, Math::max);
    }
    return Math.max(
        speaks(Transport.GRPC) ? criteria.beatGapMs(true) : 0,
        speaks(Transport.HTTP) ? criteria.beatGapMs(false) * rarest : 0);
  }
}
