package dev.nacoscapacity.cluster.standin.http;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.cluster.standin.config.ConfigKey;
import dev.nacoscapacity.cluster.standin.config.ConfigStore;
import dev.nacoscapacity.cluster.standin.config.LongPolls;
import dev.nacoscapacity.cluster.standin.http.HttpExchange.BadRequest;
import dev.nacoscapacity.cluster.standin.registry.Loop;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Calls about configurations: get, publish, delete, listen; over v3 clients can only get them. */
record ConfigApi(Loop loop, ConfigStore store, LongPolls polls) {

  private static final String TEXT = "text/plain;charset=UTF-8";

  void addTo(Api api) {
    api.add("POST", Http.LISTENER, this::listen);
    api.add("GET", Http.CONFIGS, this::get);
    api.add("POST", Http.CONFIGS, this::publish);
    api.add("DELETE", Http.CONFIGS, this::delete);
    api.add("GET", HttpV3.CONFIG, this::find);
  }

  private void find(HttpExchange exchange) {
    String namespace = exchange.namespace();
    store
        .find(
            new ConfigKey(
                exchange.required("dataId"),
                exchange.required("groupName"),
                namespace.equals(HttpExchange.DEFAULT_NAMESPACE) ? "" : namespace))
        .ifPresentOrElse(
            config ->
                exchange.success(
                    JsonText.object()
                        .put("content", config.content())
                        .put("contentType", config.type())
                        .put("md5", config.md5())
                        .toString()),
            () -> exchange.failure(HttpV3.RESOURCE_NOT_FOUND, "resource not found"));
  }

  private void get(HttpExchange exchange) {
    store
        .find(key(exchange))
        .ifPresentOrElse(
            config ->
                exchange.answer(
                    200,
                    TEXT,
                    Map.of("Config-Type", config.type(), "Content-MD5", config.md5()),
                    config.content()),
            () -> exchange.text(404, "config data not exist\n"));
  }

  private void publish(HttpExchange exchange) {
    String type = exchange.param("type", "text");
    store.publish(key(exchange), exchange.required("content"), type, loop.millis());
    exchange.json("true");
  }

  private void delete(HttpExchange exchange) {
    store.delete(key(exchange));
    exchange.json("true");
  }

  private void listen(HttpExchange exchange) {
    Map<ConfigKey, String> md5s;
    try {
      md5s = LongPolls.parse(exchange.required("Listening-Configs"));
    } catch (IllegalArgumentException e) {
      throw new BadRequest("invalid probeModify");
    }
    String timeout = exchange.header("Long-Pulling-Timeout");
    boolean hangUp = !"true".equalsIgnoreCase(exchange.header("Long-Pulling-Timeout-No-Hangup"));
    polls.poll(
        md5s,
        timeout.isEmpty() ? 0 : millis(timeout),
        !timeout.isEmpty() && hangUp,
        changed -> exchange.text(200, encode(changed)));
  }

  private static long millis(String timeout) {
    try {
      return Long.parseLong(timeout);
    } catch (NumberFormatException e) {
      throw new BadRequest("For input string: \"" + timeout + "\"");
    }
  }

  private static String encode(List<ConfigKey> changed) {
    if (changed.isEmpty()) {
      return "";
    }
    StringBuilder plain = new StringBuilder();
    for (ConfigKey key : changed) {
      plain.append(key.dataId()).append(Http.WORD_SEPARATOR).append(key.group());
      if (!key.tenant().isEmpty()) {
        plain.append(Http.WORD_SEPARATOR).append(key.tenant());
      }
      plain.append(Http.LINE_SEPARATOR);
    }
    return URLEncoder.encode(plain.toString(), StandardCharsets.UTF_8) + "\n";
  }

  private static ConfigKey key(HttpExchange exchange) {
    return new ConfigKey(
        exchange.required("dataId"), exchange.required("group"), exchange.param("tenant", ""));
  }
}
