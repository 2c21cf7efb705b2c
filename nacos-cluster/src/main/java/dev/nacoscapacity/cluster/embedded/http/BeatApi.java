package dev.nacoscapacity.cluster.embedded.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nacoscapacity.cluster.embedded.registry.InstanceKey;
import dev.nacoscapacity.cluster.embedded.registry.InstanceSpec;
import dev.nacoscapacity.cluster.embedded.registry.NamingNode;
import dev.nacoscapacity.cluster.embedded.registry.ServiceKey;
import dev.nacoscapacity.cluster.embedded.registry.Writes;
import dev.nacoscapacity.cluster.protocol.Http;

/** Beats: full ones, which describe the instance, and light ones, which only name it. */
final class BeatApi {

  private final NamingNode node;

  BeatApi(NamingNode node) {
    this.node = node;
  }

  void beat(HttpExchange exchange) {
    Request request = exchange.request();
    ServiceKey service = request.service();
    String beat = request.param("beat");
    InstanceSpec full = beat == null ? null : fullBeat(request, service, Json.parse(beat));
    InstanceKey instance =
        full != null
            ? full.key()
            : new InstanceKey(
                request.param("ip", ""), request.number("port", "0"), request.cluster());
    Owner.write(
        node,
        exchange,
        service,
        new Writes.Beat(service, instance, full),
        interval -> exchange.json(beatAnswer(interval)));
  }

  private static String beatAnswer(long interval) {
    return interval == NamingNode.UNKNOWN_INSTANCE
        ? "{\"clientBeatInterval\":5000,\"code\":" + Http.BEAT_NOT_FOUND + "}"
        : "{\"clientBeatInterval\":"
            + interval
            + ",\"code\":"
            + Http.BEAT_OK
            + ",\"lightBeatEnabled\":true}";
  }

  private static InstanceSpec fullBeat(Request request, ServiceKey service, JsonNode beat) {
    String cluster = beat.path("cluster").asText("");
    InstanceKey key =
        new InstanceKey(
            beat.path("ip").asText(""),
            beat.path("port").asInt(),
            cluster.isBlank() ? request.cluster() : cluster);
    return InstanceSpec.of(
        key,
        service.name(),
        beat.path("weight").asDouble(1),
        true,
        beat.path("ephemeral").asBoolean(true),
        Json.metadata(beat.path("metadata").isObject() ? beat.get("metadata").toString() : null));
  }
}
