package dev.nacoscapacity.simulator.client.http;

import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.reports.record.ServiceClass;
import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.workload.Metadata;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How a fleet calls over HTTP.
 *
 * @param namespace the namespace's id; {@code public} for Nacos's default one
 * @param beat the beat's period
 * @param longPoll what a long poll of v1 asks the server to hold; a 1.4.2 client asks for 30 s
 * @param connectionsPerServer the most of one event loop, for all calls but long polls and reads of
 *     truth, at least 1
 * @param connectTimeout for a connection's set-up; a 1.4.2 naming client's is 3 s
 * @param callTimeout for an attempt's answer, from its being written, and for its wait for a
 *     connection before; a 1.4.2 naming client's is 50 s. A long poll has half its own time more
 * @param credentials for logins, or null without auth
 * @param client this machine's own address as the registry sees it, with the UDP port on which
 *     pushes are taken, or port 0 for none
 * @param subscribers how many instances, from 0, ask for pushes
 * @param spareConnections so many more of one event loop, over all servers together
 * @param api which generation of Nacos's API the calls are of
 * @param reach how to get to the servers
 */
public record HttpSettings(
    String namespace,
    Duration beat,
    Duration longPoll,
    int connectionsPerServer,
    Duration connectTimeout,
    Duration callTimeout,
    Credentials credentials,
    InetSocketAddress client,
    int subscribers,
    int spareConnections,
    HttpApi api,
    Reach reach) {

  private static final int SERVERS_DEFAULT_BEAT_MILLIS = 5000;

  /** Over v1, without spare connections. */
  public HttpSettings(
      String namespace,
      Duration beat,
      Duration longPoll,
      int connectionsPerServer,
      Duration connectTimeout,
      Duration callTimeout,
      Credentials credentials,
      InetSocketAddress client,
      int subscribers) {
    this(
        namespace,
        beat,
        longPoll,
        connectionsPerServer,
        connectTimeout,
        callTimeout,
        credentials,
        client,
        subscribers,
        0,
        HttpApi.V1,
        Reach.USUAL);
  }

  /** How long an attempt may take, in nanoseconds. */
  public long timeout(Operation operation) {
    return holds(operation) ? longPoll.toNanos() * 3 / 2 : callTimeout.toNanos();
  }

  /** Whether a server answers late on purpose, when there is news: v3 never does. */
  boolean holds(Operation operation) {
    return operation == Operation.LISTEN && api == HttpApi.V1;
  }

  /** The beat's period of an instance. */
  int beatMillis(ServiceClass of) {
    return of.beatSeconds() == null
        ? Math.toIntExact(beat.toMillis())
        : (int) Math.round(of.beatSeconds() * 1000);
  }

  int longPollMillis() {
    return Math.toIntExact(longPoll.toMillis());
  }

  /** The tenant of a configuration: empty for the default namespace. */
  String tenant() {
    return namespace.equals("public") ? "" : namespace;
  }

  /**
   * The metadata that an instance registers: a beat that is not the default is told, and where the
   * profile has a class beat more slowly, a server must also wait longer for it, by as many beats
   * as it does by default.
   */
  public Map<String, String> metadata(ServiceClass of) {
    int beatMillis = beatMillis(of);
    Map<String, String> needed = new LinkedHashMap<>();
    if (beatMillis != SERVERS_DEFAULT_BEAT_MILLIS) {
      needed.put("preserved.heart.beat.interval", Integer.toString(beatMillis));
    }
    if (of.beatSeconds() != null && beatMillis > SERVERS_DEFAULT_BEAT_MILLIS) {
      needed.put("preserved.heart.beat.timeout", Integer.toString(beatMillis * 3));
      needed.put("preserved.ip.delete.timeout", Integer.toString(beatMillis * 6));
    }
    return Metadata.of(needed, of.metadataBytes());
  }

  byte[] clientIp() {
    return client.getAddress().getHostAddress().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The port to which an instance wants pushes, 0 for none. */
  int udpPort(int instance) {
    return instance < subscribers ? client.getPort() : 0;
  }
}
