package dev.nacoscapacity.simulator.client;

import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.core.workload.BeatTime;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.workload.Metadata;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Settings of a fleet's HTTP calls.
 *
 * @param workload whose clients call; those over gRPC scrape and log in over HTTP
 * @param credentials for logins, or null without auth
 * @param client this machine's address as the registry sees it, with the UDP port that receives
 *     pushes, or port 0 for none
 * @param connectionsPerServer connection limit of an event loop per server, at least 1; long polls
 *     and sweeps do not count
 * @param spareConnections connections of an event loop beyond the limits, for all servers together
 * @param api the API version of the calls
 * @param reach how to connect to the servers
 */
public record HttpSettings(
    Workload workload,
    Credentials credentials,
    InetSocketAddress client,
    int connectionsPerServer,
    int spareConnections,
    HttpApi api,
    Reach reach) {

  /** Over v1, without spare connections. */
  public HttpSettings(
      Workload workload,
      Credentials credentials,
      InetSocketAddress client,
      int connectionsPerServer) {
    this(workload, credentials, client, connectionsPerServer, 0, HttpApi.V1, Reach.USUAL);
  }

  /** The hold time that a v1 long poll requests; 30 s in a 1.4.2 client. */
  public Duration longPoll() {
    return workload.timing().listen();
  }

  /**
   * The timeout of an attempt in nanoseconds, from its write to its response, and separately for
   * its wait for a connection. A long poll has 1.5 times its hold time.
   */
  public long timeout(Call call) {
    return holds(call) ? longPoll().toNanos() * 3 / 2 : call.timeout(this);
  }

  /** Whether a server holds the request until there is a change; v3 never does. */
  public boolean holds(Call call) {
    return call.has(Call.Trait.HELD) && api == HttpApi.V1;
  }

  /** The beat period of an instance. */
  int beatMillis(ServiceClass serviceClass) {
    return serviceClass.beatSeconds() == null
        ? Math.toIntExact(workload.timing().beat().toMillis())
        : (int) Math.round(serviceClass.beatSeconds() * 1000);
  }

  /**
   * The metadata that an instance registers. It declares a beat period that is not the default, and
   * for a longer one raises the server's timeouts to the same number of beats as by default.
   */
  public Map<String, String> metadata(ServiceClass serviceClass) {
    int beatMillis = beatMillis(serviceClass);
    Map<String, String> preserved = new LinkedHashMap<>();
    // Persistent instances do not beat.
    if (beatMillis > 0 && beatMillis != BeatTime.INTERVAL.millis()) {
      preserved.put(BeatTime.INTERVAL.key(), Integer.toString(beatMillis));
    }
    if (beatMillis > BeatTime.INTERVAL.millis()) {
      preserved.put(BeatTime.UNHEALTHY.key(), Integer.toString(beatMillis * 3));
      preserved.put(BeatTime.REMOVAL.key(), Integer.toString(beatMillis * 6));
    }
    return Metadata.of(preserved, serviceClass.metadataBytes());
  }

  /** This machine's address as the registry sees it. */
  public String clientIp() {
    return client.getAddress().getHostAddress();
  }

  /** The UDP port that an instance announces for pushes, 0 for none. */
  public int udpPort(int instance) {
    return workload.clients() instanceof HttpClients http && instance < http.pushSubscribers()
        ? client.getPort()
        : 0;
  }
}
