package dev.nacoscapacity.cluster.embedded.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nacoscapacity.cluster.embedded.registry.Held;
import dev.nacoscapacity.cluster.embedded.registry.InstanceKey;
import dev.nacoscapacity.cluster.embedded.registry.InstanceSpec;
import dev.nacoscapacity.cluster.embedded.registry.NamingNode;
import dev.nacoscapacity.cluster.embedded.registry.Reply;
import dev.nacoscapacity.cluster.embedded.registry.Service;
import dev.nacoscapacity.cluster.embedded.registry.ServiceKey;
import dev.nacoscapacity.cluster.protocol.Http;
import java.util.function.Consumer;
import java.util.function.Function;

/** Calls about instances: register, deregister, beat and detail. */
final class NamingApi {

  private final NamingNode node;

  NamingApi(NamingNode node) {
    this.node = node;
  }

  void register(Exchange exchange) {
    Request request = exchange.request();
    ServiceKey service = request.service();
    InstanceSpec spec =
        new InstanceSpec(
            key(request),
            service.name(),
            weight(request.param("weight", "1")),
            flag(request.param("enabled", request.param("enable", "true"))),
            flag(request.param("ephemeral", "true")),
            Json.metadata(request.param("metadata")));
    boolean healthy = flag(request.param("healthy", "true"));
    onOwner(
        exchange,
        service,
        owner -> {
          owner.register(service, spec, healthy);
          return "ok";
        },
        answer -> exchange.text(200, answer));
  }

  void deregister(Exchange exchange) {
    ServiceKey service = exchange.request().service();
    InstanceKey instance = key(exchange.request());
    onOwner(
        exchange,
        service,
        owner -> {
          owner.deregister(service, instance);
          return "ok";
        },
        answer -> exchange.text(200, answer));
  }

  void beat(Exchange exchange) {
    Request request = exchange.request();
    ServiceKey service = request.service();
    String beat = request.param("beat");
    InstanceSpec full = beat == null ? null : fullBeat(request, service, Json.parse(beat));
    InstanceKey instance =
        full != null
            ? full.key()
            : new InstanceKey(
                request.param("ip", ""), request.number("port", "0"), cluster(request));
    onOwner(
        exchange,
        service,
        owner -> owner.beat(service, instance, full),
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
            cluster.isBlank() ? cluster(request) : cluster);
    return new InstanceSpec(
        key,
        service.name(),
        beat.path("weight").asDouble(1),
        true,
        beat.path("ephemeral").asBoolean(true),
        Json.metadata(beat.path("metadata").isObject() ? beat.get("metadata").toString() : null));
  }

  void detail(Exchange exchange) {
    Request request = exchange.request();
    ServiceKey key = request.service();
    InstanceKey instance = key(request);
    Service service = node.registry().find(key);
    Held held = service == null ? null : service.find(instance);
    if (held == null) {
      exchange.text(
          404, service == null ? "no service " + key.name() + " found!" : "no matched ip found!");
      return;
    }
    InstanceSpec spec = held.spec();
    exchange.json(
        Json.object()
            .put("service", key.name())
            .put("ip", instance.ip())
            .put("port", instance.port())
            .put("clusterName", instance.cluster())
            .put("weight", spec.weight())
            .put("healthy", held.healthy())
            .put("instanceId", spec.instanceId())
            .<ObjectNode>set("metadata", Json.MAPPER.valueToTree(spec.metadata()))
            .toString());
  }

  private <T> void onOwner(
      Exchange exchange, ServiceKey service, Function<NamingNode, T> write, Consumer<T> answer) {
    node.onOwner(
        service.name(),
        write,
        new Reply<T>() {
          @Override
          public void done(T result) {
            answer.accept(result);
          }

          @Override
          public void failed(int status, String message) {
            exchange.text(status, message);
          }
        });
  }

  private static InstanceKey key(Request request) {
    return new InstanceKey(request.required("ip"), request.number("port", null), cluster(request));
  }

  private static String cluster(Request request) {
    String cluster = request.param("clusterName", request.param("cluster", Http.DEFAULT_CLUSTER));
    return cluster.equals(Http.DEFAULT_CLUSTER) ? Http.DEFAULT_CLUSTER : cluster;
  }

  private static boolean flag(String value) {
    return Boolean.parseBoolean(value);
  }

  private static double weight(String value) {
    double weight;
    try {
      weight = Double.parseDouble(value);
    } catch (NumberFormatException e) {
      throw new BadRequest("For input string: \"" + value + "\"");
    }
    if (!(weight >= 0 && weight <= 10_000)) {
      throw new BadRequest("instance format invalid: The weights range from 0.0 to 10000.0");
    }
    return weight;
  }
}
