package dev.nacoscapacity.calibration.server;

import dev.nacoscapacity.cluster.protocol.Http;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a 1.4.1 node answers to a beat and to a list. */
final class Answers {

  /** A list of this many hosts is about 22 KB. */
  static final int HOSTS = 88;

  private Answers() {}

  /**
   * The answer to a beat, without the beat interval, which a fleet would follow: a measured fleet
   * beats at any rate. Spaces keep the answer as long as a node's.
   */
  static String beat() {
    return "{\"clientBeatInterval\":0   ,\"code\":%d,\"lightBeatEnabled\":true}"
        .formatted(Http.BEAT_OK);
  }

  /**
   * The list of a service's instances.
   *
   * @param hosts from {@link #hosts}
   */
  static String list(String hosts) {
    return "{\"name\":\"DEFAULT_GROUP@@bench-0000\",\"hosts\":["
        + hosts
        + "],\"cacheMillis\":3000}";
  }

  /** Some of a list's hosts, 250 bytes each. */
  static String hosts(int from, int to) {
    return IntStream.range(from, to).mapToObj(Answers::host).collect(Collectors.joining(","));
  }

  private static String host(int number) {
    String ip = "198.18.0." + number;
    return ("{\"valid\":true,\"marked\":false,\"metadata\":{},\"instanceId\":"
            + "\"%1$s#8080#DEFAULT#DEFAULT_GROUP@@bench-0000\",\"port\":8080,\"healthy\":true,"
            + "\"ip\":\"%1$s\",\"clusterName\":\"DEFAULT\",\"weight\":1.0,\"ephemeral\":true,"
            + "\"serviceName\":\"DEFAULT_GROUP@@bench-0000\",\"enabled\":true}")
        .formatted(ip);
  }
}
