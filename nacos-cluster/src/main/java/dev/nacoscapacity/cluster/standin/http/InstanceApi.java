package dev.nacoscapacity.cluster.standin.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.cluster.standin.http.HttpExchange.BadRequest;
import dev.nacoscapacity.cluster.standin.registry.InstanceKey;
import dev.nacoscapacity.cluster.standin.registry.InstanceSpec;
import dev.nacoscapacity.cluster.standin.registry.NamingNode;
import dev.nacoscapacity.cluster.standin.registry.PeerCall;
import dev.nacoscapacity.cluster.standin.registry.ServiceKey;
import dev.nacoscapacity.cluster.standin.registry.Writes;
import dev.nacoscapacity.core.workload.BeatTime;
import java.util.function.Consumer;

/**
 * Calls about one instance: register, deregister and beat. Only a service's owner writes; other
 * nodes forward to it. After Nacos 1.4.1's {@code InstanceController} and 3.1's {@code
 * InstanceOpenApiController}.
 */
record InstanceApi(NamingNode node) {

  void addTo(Api api) {
    api.add("PUT", Http.BEAT, this::beat);
    api.add("POST", Http.INSTANCE, exchange -> register(exchange, InstanceApi::ok));
    api.add("DELETE", Http.INSTANCE, exchange -> deregister(exchange, InstanceApi::ok));
    api.add("POST", HttpV3.INSTANCE, this::registerOrBeat);
    api.add("DELETE", HttpV3.INSTANCE, exchange -> deregister(exchange, InstanceApi::success));
  }

  /** v3: a beat requires an earlier registration. */
  private void registerOrBeat(HttpExchange exchange) {
    if (!flag(exchange.param(HttpV3.HEART_BEAT, "false"))) {
      register(exchange, InstanceApi::success);
      return;
    }
    ServiceKey service = exchange.service();
    write(
        exchange,
        service,
        new Writes.Beat(service, key(exchange), null),
        interval -> {
          if (interval == NamingNode.UNKNOWN_INSTANCE) {
            exchange.failure(HttpV3.INSTANCE_NOT_FOUND, "instance not found");
          } else {
            success(exchange);
          }
        });
  }

  private static void success(HttpExchange exchange) {
    exchange.success("\"ok\"");
  }

  private static void ok(HttpExchange exchange) {
    exchange.text(200, "ok");
  }

  /** A full beat describes the instance, a light one only names it. */
  private void beat(HttpExchange exchange) {
    ServiceKey service = exchange.service();
    String beat = exchange.param("beat");
    InstanceSpec full = beat == null ? null : fullBeat(exchange, service, JsonText.parse(beat));
    InstanceKey instance =
        full != null
            ? full.key()
            : new InstanceKey(
                exchange.param("ip", ""), exchange.numberOrZero("port"), exchange.cluster());
    write(
        exchange,
        service,
        new Writes.Beat(service, instance, full),
        interval -> exchange.json(beatAnswer(interval)));
  }

  private static String beatAnswer(long interval) {
    return interval == NamingNode.UNKNOWN_INSTANCE
        ? beatAnswer(BeatTime.INTERVAL.millis(), Http.BEAT_NOT_FOUND, "")
        : beatAnswer(interval, Http.BEAT_OK, ",\"lightBeatEnabled\":true");
  }

  private static String beatAnswer(long interval, int code, String rest) {
    return "{\"clientBeatInterval\":" + interval + ",\"code\":" + code + rest + "}";
  }

  private static InstanceSpec fullBeat(HttpExchange exchange, ServiceKey service, JsonNode beat) {
    String cluster = beat.path("cluster").asText("");
    InstanceKey key =
        new InstanceKey(
            beat.path("ip").asText(""),
            beat.path("port").asInt(),
            cluster.isBlank() ? exchange.cluster() : cluster);
    return InstanceSpec.of(
        key,
        service.name(),
        beat.path("weight").asDouble(1),
        true,
        beat.path("ephemeral").asBoolean(true),
        JsonText.metadata(
            beat.path("metadata").isObject() ? beat.get("metadata").toString() : null));
  }

  private void register(HttpExchange exchange, Consumer<HttpExchange> answer) {
    ServiceKey service = exchange.service();
    InstanceSpec spec =
        InstanceSpec.of(
            key(exchange),
            service.name(),
            weight(exchange.param("weight", "1")),
            flag(exchange.param("enabled", exchange.param("enable", "true"))),
            flag(exchange.param("ephemeral", "true")),
            JsonText.metadata(exchange.param("metadata")));
    boolean healthy = flag(exchange.param("healthy", "true"));
    write(
        exchange,
        service,
        new Writes.Register(service, spec, healthy),
        result -> answer.accept(exchange));
  }

  private void deregister(HttpExchange exchange, Consumer<HttpExchange> answer) {
    ServiceKey service = exchange.service();
    write(
        exchange,
        service,
        new Writes.Deregister(service, key(exchange)),
        result -> answer.accept(exchange));
  }

  /** A failure on the way to the owner is answered as Nacos does. */
  private <T> void write(
      HttpExchange exchange, ServiceKey service, PeerCall<T> write, Consumer<T> answer) {
    node.onOwner(service.name(), write, answer, exchange::text);
  }

  private static InstanceKey key(HttpExchange exchange) {
    return new InstanceKey(exchange.required("ip"), exchange.number("port"), exchange.cluster());
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
