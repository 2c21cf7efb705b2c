package dev.nacoscapacity.cluster.standin.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nacoscapacity.cluster.standin.registry.Loop;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;

/**
 * Pushes changes to the subscribers of one node, by UDP, and once more if they do not acknowledge.
 * After Nacos 1.4's {@code PushService}. Confined to the node's thread.
 */
final class PushService {

  /**
   * The {@code cacheMillis} of a subscriber; a subscriber that has not listed for longer is
   * removed.
   */
  static final long CACHE_MILLIS = 10_000;

  private static final Duration MERGE_DELAY = Duration.ofSeconds(1);
  private static final Duration ACK_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration PURGE_PERIOD = Duration.ofSeconds(20);
  private static final int MAX_SENDS = 2;
  private static final int UNCOMPRESSED_BYTES = 1_024;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Loop loop;
  private final Function<Subscriber, String> body;
  private final BiConsumer<InetSocketAddress, byte[]> socket;
  private final Map<ServiceKey, Map<Subscriber, Long>> subscribers = new HashMap<>();
  private final Set<ServiceKey> scheduled = new HashSet<>();
  private final Set<UnacknowledgedPush> waiting = new HashSet<>();
  private long sequence;
  private long pushed;
  private long failed;

  /**
   * @param body the list as this subscriber would get it, in JSON
   * @param socket sends a datagram
   */
  PushService(
      Loop loop, Function<Subscriber, String> body, BiConsumer<InetSocketAddress, byte[]> socket) {
    this.loop = loop;
    this.body = body;
    this.socket = socket;
    loop.after(PURGE_PERIOD, this::purge);
  }

  private void purge() {
    loop.after(PURGE_PERIOD, this::purge);
    subscribers.values().forEach(each -> each.values().removeIf(this::isExpired));
    subscribers.values().removeIf(Map::isEmpty);
  }

  private boolean isExpired(long lastAsked) {
    return loop.millis() - lastAsked > CACHE_MILLIS;
  }

  /** The client has listed the service, and receives its changes from now on. */
  void subscribe(Subscriber subscriber) {
    subscribers
        .computeIfAbsent(subscriber.service(), key -> new HashMap<>())
        .put(subscriber, loop.millis());
  }

  /** Changes within a second of each other become one push. */
  void changed(ServiceKey service) {
    if (subscribers.containsKey(service) && scheduled.add(service)) {
      loop.after(MERGE_DELAY, () -> push(service));
    }
  }

  private void push(ServiceKey service) {
    scheduled.remove(service);
    Map<Subscriber, Long> all = subscribers.get(service);
    if (all == null) {
      return;
    }
    all.values().removeIf(this::isExpired);
    sequence = Math.max(sequence + 1, loop.millis() * 1_000_000);
    for (Subscriber subscriber : all.keySet()) {
      pushed++;
      UnacknowledgedPush push = new UnacknowledgedPush(subscriber.address(), sequence);
      waiting.add(push);
      send(push, datagram(subscriber), 1);
    }
  }

  private void send(UnacknowledgedPush push, byte[] datagram, int sends) {
    socket.accept(push.to(), datagram);
    loop.after(
        ACK_TIMEOUT,
        () -> {
          if (!waiting.contains(push)) {
            return;
          }
          if (sends < MAX_SENDS) {
            send(push, datagram, sends + 1);
          } else {
            waiting.remove(push);
            failed++;
          }
        });
  }

  private byte[] datagram(Subscriber subscriber) {
    ObjectNode packet = JSON.createObjectNode();
    packet.put("type", "dom");
    packet.put("data", body.apply(subscriber));
    packet.put("lastRefTime", sequence);
    byte[] plain = packet.toString().getBytes(StandardCharsets.UTF_8);
    return plain.length < UNCOMPRESSED_BYTES ? plain : compress(plain);
  }

  private static byte[] compress(byte[] plain) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** A datagram came back; one that acknowledges nothing is ignored. */
  void received(InetSocketAddress from, byte[] datagram) {
    try {
      JsonNode ack = JSON.readTree(new String(datagram, StandardCharsets.UTF_8));
      waiting.remove(new UnacknowledgedPush(from, ack.path("lastRefTime").asLong()));
    } catch (JsonProcessingException e) {
      // Any process can send to a UDP port: a datagram that is not JSON is not an acknowledgement.
    }
  }

  /** How many pushes were sent, repetitions not counted. */
  long pushed() {
    return pushed;
  }

  /** How many pushes were never acknowledged, or not yet. */
  long failed() {
    return failed + waiting.size();
  }

  /**
   * A client that receives the changes of a service.
   *
   * @param clusters as it asked for them, separated by commas; empty for all
   * @param agent its User-Agent
   */
  record Subscriber(ServiceKey service, String clusters, InetSocketAddress address, String agent) {}

  private record UnacknowledgedPush(InetSocketAddress to, long sequence) {}
}
