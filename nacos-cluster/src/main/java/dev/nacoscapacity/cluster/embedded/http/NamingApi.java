package dev.nacoscapacity.cluster.embedded.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nacoscapacity.cluster.embedded.registry.InstanceKey;
import dev.nacoscapacity.cluster.embedded.registry.InstanceSpec;
import dev.nacoscapacity.cluster.embedded.registry.InstanceState;
import dev.nacoscapacity.cluster.embedded.registry.NamingNode;
import dev.nacoscapacity.cluster.embedded.registry.Service;
import dev.nacoscapacity.cluster.embedded.registry.ServiceKey;
import dev.nacoscapacity.cluster.embedded.registry.Writes;

/** Calls about instances: register, deregister and detail. */
final class NamingApi {

  private final NamingNode node;

  NamingApi(NamingNode node) {
    this.node = node;
  }

  void register(HttpExchange exchange) {
    Request request = exchange.request();
    ServiceKey service = request.service();
    InstanceSpec spec =
        InstanceSpec.of(
            key(request),
            service.name(),
            weight(request.param("weight", "1")),
            flag(request.param("enabled", request.param("enable", "true"))),
            flag(request.param("ephemeral", "true")),
            Json.metadata(request.param("metadata")));
    boolean healthy = flag(request.param("healthy", "true"));
    Owner.write(
        node,
        exchange,
        service,
        new Writes.Register(service, spec, healthy),
        done -> exchange.text(200, "ok"));
  }

  void deregister(HttpExchange exchange) {
    ServiceKey service = exchange.request().service();
    InstanceKey instance = key(exchange.request());
    Owner.write(
        node,
        exchange,
        service,
        new Writes.Deregister(service, instance),
        done -> exchange.text(200, "ok"));
  }

  void detail(HttpExchange exchange) {
    Request request = exchange.request();
    ServiceKey key = request.service();
    InstanceKey instance = key(request);
    Service service = node.registry().find(key);
    InstanceState held = service == null ? null : service.find(instance);
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

  private static InstanceKey key(Request request) {
    return new InstanceKey(request.required("ip"), request.number("port", null), request.cluster());
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
