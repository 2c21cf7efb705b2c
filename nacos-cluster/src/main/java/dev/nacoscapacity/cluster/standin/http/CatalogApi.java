package dev.nacoscapacity.cluster.standin.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.cluster.standin.registry.Registry;
import dev.nacoscapacity.cluster.standin.registry.Service;
import java.util.List;

/** Lists of services. */
record CatalogApi(Registry registry) {

  void addTo(Api api) {
    api.add("GET", Http.SERVICE_LIST, this::names);
    api.add("GET", Http.CATALOG_SERVICES, this::catalogue);
    api.add("GET", HttpV3.SERVICES, this::services);
  }

  /** {@code /v1/ns/service/list}: names, by group. */
  private void names(HttpExchange exchange) {
    List<String> names =
        registry.names(exchange.namespace(), exchange.param("groupName", Http.DEFAULT_GROUP));
    ObjectNode answer = JsonText.object();
    ArrayNode doms = answer.putArray("doms");
    page(exchange, names).forEach(doms::add);
    exchange.json(answer.put("count", names.size()).toString());
  }

  /** {@code /v1/ns/catalog/services}: services with their counts, as the console shows them. */
  private void catalogue(HttpExchange exchange) {
    List<Service> services = selection(exchange, "hasIpCount");
    ObjectNode answer = JsonText.object();
    write(answer.putArray("serviceList"), page(exchange, services));
    exchange.json(answer.put("count", services.size()).toString());
  }

  /** {@code /v3/admin/ns/service/list}: the same. */
  private void services(HttpExchange exchange) {
    List<Service> services = selection(exchange, "ignoreEmptyService");
    int size = Math.max(1, exchange.number("pageSize"));
    ObjectNode answer =
        JsonText.object()
            .put("totalCount", services.size())
            .put("pageNumber", exchange.number("pageNo"))
            .put("pagesAvailable", (services.size() + size - 1) / size);
    write(answer.putArray("pageItems"), page(exchange, services));
    exchange.success(answer.toString());
  }

  /**
   * The services that a call wants.
   *
   * @param filled the parameter that leaves out those without instances
   */
  private List<Service> selection(HttpExchange exchange, String filled) {
    String group = exchange.param("groupNameParam", "");
    String name = exchange.param("serviceNameParam", "");
    boolean withInstances = Boolean.parseBoolean(exchange.param(filled, "false"));
    return registry.services(exchange.namespace()).stream()
        .filter(
            service ->
                service.key().group().contains(group) && service.key().plainName().contains(name))
        .filter(service -> !withInstances || service.hosts() > 0)
        .toList();
  }

  private static <T> List<T> page(HttpExchange exchange, List<T> all) {
    return Registry.page(all, exchange.number("pageNo"), exchange.number("pageSize"));
  }

  private static void write(ArrayNode list, List<Service> services) {
    for (Service service : services) {
      int healthy = service.healthyCount();
      list.addObject()
          .put("name", service.key().plainName())
          .put("groupName", service.key().group())
          .put(
              "clusterCount",
              service.instances().stream()
                  .map(state -> state.spec().key().cluster())
                  .distinct()
                  .count())
          .put("ipCount", service.hosts())
          .put("healthyInstanceCount", healthy)
          .put("triggerFlag", healthy == 0 && service.hosts() > 0 ? "true" : "false");
    }
  }
}
