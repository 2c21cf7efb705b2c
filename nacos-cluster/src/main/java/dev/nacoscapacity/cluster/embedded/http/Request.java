package dev.nacoscapacity.cluster.embedded.http;

import dev.nacoscapacity.cluster.embedded.registry.ServiceKey;
import dev.nacoscapacity.cluster.protocol.Http;
import io.netty.handler.codec.http.HttpHeaders;

/** A whole request. */
final class Request {

  private static final String DEFAULT_NAMESPACE = "public";

  private final String method;
  private final String path;
  private final HttpHeaders headers;
  private final String body;
  private final Params query;
  private final Params form;

  Request(String method, String uri, HttpHeaders headers, String body) {
    int mark = uri.indexOf('?');
    this.method = method;
    this.path = mark < 0 ? uri : uri.substring(0, mark);
    this.headers = headers;
    this.body = body;
    this.query = mark < 0 ? Params.NONE : new Params(uri.substring(mark + 1));
    this.form = body.isEmpty() ? Params.NONE : new Params(body);
  }

  String method() {
    return method;
  }

  String path() {
    return path;
  }

  String header(String name) {
    return headers.get(name);
  }

  String agent() {
    String agent = headers.get("User-Agent");
    return agent == null ? "" : agent;
  }

  /** The parameter, or null if it is missing or blank. */
  String param(String name) {
    String value = query.get(name);
    value = value == null ? form.get(name) : value;
    return value == null || value.isBlank() ? null : value;
  }

  String param(String name, String otherwise) {
    String value = param(name);
    return value == null ? otherwise : value;
  }

  /**
   * @throws BadRequest in Nacos's words if it is missing
   */
  String required(String name) {
    String value = param(name);
    if (value == null) {
      throw new BadRequest("Param '" + name + "' is required.");
    }
    return value;
  }

  int number(String name, String otherwise) {
    String value = otherwise == null ? required(name) : param(name, otherwise);
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new BadRequest("For input string: \"" + value + "\"");
    }
  }

  String namespace() {
    return param("namespaceId", DEFAULT_NAMESPACE);
  }

  /** The service named by {@code serviceName} and, if that is not grouped, {@code groupName}. */
  ServiceKey service() {
    String name = required("serviceName");
    if (!name.contains(Http.GROUP_SEPARATOR)) {
      name = param("groupName", Http.DEFAULT_GROUP) + Http.GROUP_SEPARATOR + name;
    }
    return new ServiceKey(namespace(), name);
  }

  /** The instance's cluster, with one string for the usual one. */
  String cluster() {
    String cluster = param("clusterName", param("cluster", Http.DEFAULT_CLUSTER));
    return cluster.equals(Http.DEFAULT_CLUSTER) ? Http.DEFAULT_CLUSTER : cluster;
  }

  RecordedRequest recorded() {
    return new RecordedRequest(
        method, path, query.entries(), form.entries(), headers.entries(), body);
  }
}
