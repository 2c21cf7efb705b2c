package dev.nacoscapacity.cluster.embedded.http;

import dev.nacoscapacity.cluster.embedded.push.PushService;
import dev.nacoscapacity.cluster.embedded.registry.Members;
import dev.nacoscapacity.cluster.protocol.Http;

/** Leads each request to what answers it, past the checks that Nacos's filters make. */
final class Api {

  private static final String NAMING = "/nacos/v1/ns/";

  private final Members members;
  private final PushService push;
  private final AuthApi auth;
  private final boolean authOn;
  private final NamingApi naming;
  private final BeatApi beats;
  private final ListApi lists;
  private final CatalogApi catalog;
  private final ConfigApi configs;
  private final StatusApi status;

  Api(
      Members members,
      PushService push,
      AuthApi auth,
      boolean authOn,
      NamingApi naming,
      BeatApi beats,
      ListApi lists,
      CatalogApi catalog,
      ConfigApi configs,
      StatusApi status) {
    this.members = members;
    this.push = push;
    this.auth = auth;
    this.authOn = authOn;
    this.naming = naming;
    this.beats = beats;
    this.lists = lists;
    this.catalog = catalog;
    this.configs = configs;
    this.status = status;
  }

  void handle(HttpExchange exchange) {
    if (exchange.request().path().startsWith(NAMING) && members.leader() < 0) {
      exchange.text(503, Http.SERVER_IS_DOWN + " now, please try again later!");
      return;
    }
    try {
      if (!open(exchange) && (!authOn || auth.admits(exchange))) {
        secured(exchange);
      }
    } catch (BadRequest e) {
      exchange.text(400, e.getMessage());
    } catch (RuntimeException e) {
      exchange.refused(500, "Internal Server Error", "Server failed," + e);
    }
  }

  /** Answers what needs no token. */
  private boolean open(HttpExchange exchange) {
    switch (exchange.request().path()) {
      case Http.LOGIN, Http.CLIENT_LOGIN -> auth.login(exchange);
      case Http.CLUSTER_NODES -> status.nodes(exchange);
      case Http.OPERATOR_METRICS -> status.metrics(exchange);
      case Http.NAMESPACES -> status.namespaces(exchange);
      case Http.PROMETHEUS -> status.prometheus(exchange);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void secured(HttpExchange exchange) {
    String method = exchange.request().method();
    switch (exchange.request().path() + ' ' + method) {
      case Http.BEAT + " PUT" -> beats.beat(exchange);
      case Http.LIST + " GET" -> lists.list(exchange, push);
      case Http.INSTANCE + " POST", Http.INSTANCE + " PUT" -> naming.register(exchange);
      case Http.INSTANCE + " DELETE" -> naming.deregister(exchange);
      case Http.INSTANCE + " GET" -> naming.detail(exchange);
      case Http.SERVICE_LIST + " GET" -> catalog.names(exchange);
      case Http.CATALOG_SERVICES + " GET" -> catalog.services(exchange);
      case Http.LISTENER + " POST" -> configs.listen(exchange);
      case Http.CONFIGS + " GET" -> configs.get(exchange);
      case Http.CONFIGS + " POST" -> configs.publish(exchange);
      case Http.CONFIGS + " DELETE" -> configs.delete(exchange);
      default ->
          exchange.refused(
              501, "Not Implemented", "no such api:" + method + ":" + exchange.request().path());
    }
  }
}
