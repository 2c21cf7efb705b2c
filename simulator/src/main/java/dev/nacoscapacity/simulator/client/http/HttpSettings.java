package dev.nacoscapacity.simulator.client.http;

import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.core.record.ServiceClass;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.workload.Metadata;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Settings of a fleet's HTTP calls.
 *
 * @param namespace the namespace id; {@code public} for Nacos's default namespace
 * @param beat the default beat period
 * @param longPoll the hold time that a v1 long poll requests; 30 s in a 1.4.2 client
 * @param connectionsPerServer connection limit of an event loop per server, at least 1; long polls
 *     and sweeps do not count
 * @param connectTimeout for a TCP connect or a TLS handshake; 3 s in a 1.4.2 naming client
 * @param callTimeout from the write of an attempt to its response, and separately for its wait for
 *     a connection; 50 s in a 1.4.2 naming client. A long poll has 1.5 times its hold time instead,
 *     and a call about a configuration at most 3 s
 * @param loginTimeout the same for a login; 50 s in a naming client, also of 2.x
 * @param credentials for logins, or null without auth
 * @param client this machine's address as the registry sees it, with the UDP port that receives
 *     pushes, or port 0 for none
 * @param subscribers instances below this number subscribe to pushes
 * @param spareConnections connections of an event loop beyond the limits, for all servers together
 * @param api the API version of the calls
 * @param reach how to connect to the servers
 */
public record HttpSettings(
    String namespace,
    Duration beat,
    Duration longPoll,
    int connectionsPerServer,
    Duration connectTimeout,
    Duration callTimeout,
    Duration loginTimeout,
    Credentials credentials,
    InetSocketAddress client,
    int subscribers,
    int spareConnections,
    HttpApi api,
    Reach reach) {

  private static final int SERVER_DEFAULT_BEAT_MILLIS = 5000;

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
        callTimeout,
        credentials,
        client,
        subscribers,
        0,
        HttpApi.V1,
        Reach.USUAL);
  }

  /** The timeout of an attempt in nanoseconds. */
  public long timeout(Call call) {
    return holds(call)
        ? longPoll.toNanos() * 3 / 2
        : call.timeout(callTimeout.toNanos(), loginTimeout.toNanos());
  }

  /** Whether a server holds the request until there is a change; v3 never does. */
  boolean holds(Call call) {
    return call.has(Call.Trait.HELD) && api == HttpApi.V1;
  }

  /** The beat period of an instance. */
  int beatMillis(ServiceClass serviceClass) {
    return serviceClass.beatSeconds() == null
        ? Math.toIntExact(beat.toMillis())
        : (int) Math.round(serviceClass.beatSeconds() * 1000);
  }

  int longPollMillis() {
    return Math.toIntExact(longPoll.toMillis());
  }

  /** The tenant of a configuration: empty for the default namespace. */
  String tenant() {
    return namespace.equals("public") ? "" : namespace;
  }

  /**
   * The metadata that an instance registers. It declares a beat period that is not the default, and
   * for a longer one raises the server's timeouts to the same number of beats as by default.
   */
  public Map<String, String> metadata(ServiceClass serviceClass) {
    int beatMillis = beatMillis(serviceClass);
    Map<String, String> preserved = new LinkedHashMap<>();
    if (beatMillis != SERVER_DEFAULT_BEAT_MILLIS) {
      preserved.put("preserved.heart.beat.interval", Integer.toString(beatMillis));
    }
    if (beatMillis > SERVER_DEFAULT_BEAT_MILLIS) {
      preserved.put("preserved.heart.beat.timeout", Integer.toString(beatMillis * 3));
      preserved.put("preserved.ip.delete.timeout", Integer.toString(beatMillis * 6));
    }
    return Metadata.of(preserved, serviceClass.metadataBytes());
  }

  String clientIp() {
    return client.getAddress().getHostAddress();
  }

  /** The UDP port that an instance announces for pushes, 0 for none. */
  int udpPort(int instance) {
    return instance < subscribers ? client.getPort() : 0;
  }
}
