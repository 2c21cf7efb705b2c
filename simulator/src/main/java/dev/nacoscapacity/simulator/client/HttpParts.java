package dev.nacoscapacity.simulator.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.net.URLEncoder;

/**
 * The parts of requests over HTTP: values of parameters, URL-encoded, and headers. Those of v1 and
 * of logins are as nacos-client 1.4.2 and 3.2.1 send them.
 */
public interface HttpParts {

  String GROUP = "&groupName=" + Http.DEFAULT_GROUP;

  Fleet fleet();

  ClientHeaders headers();

  /** User name and password of a login. */
  Credentials credentials();

  /** A path of Nacos under the cluster's context path. */
  String path(String path);

  /** The parameter for the namespace. */
  String namespace();

  /** The tenant of a configuration, not encoded: the namespace, but empty for the default one. */
  String tenant();

  /** The name of a service, over v1 with its group. */
  String service(int service);

  /** The parameter with a client's token, over v3 the header; empty while it has none. */
  String token(int client);

  /** The metadata that the instances of a service register, as JSON; over v3 empty for none. */
  String metadata(int service);

  /** The end of the description in a beat of an instance of a service over v1. */
  String beatEnd(int service);

  /** This machine's address as the registry sees it. */
  String clientIp();

  /** The UDP port that an instance announces for pushes, 0 for none. */
  int udpPort(int instance);

  default String ip(Call call) {
    return "&ip=" + fleet().ip(call.actor);
  }

  default String port(Call call) {
    return "&port=" + fleet().port(call.actor);
  }

  default String serviceName(Call call) {
    return "&serviceName=" + service(call.service);
  }

  /** The parameter of a configuration's tenant; empty in the default namespace. */
  default String tenantName() {
    return tenant().isEmpty() ? "" : "&tenant=" + encoded(tenant());
  }

  /** A request over v3: path and parameters of namespace and group, more of them, and headers. */
  default String v3(Call call, String method, String path, String parameters) {
    String line = method + " " + path(path) + "?" + namespace() + GROUP + parameters;
    String end = method.equals("POST") ? "\r\nContent-Length: 0\r\n\r\n" : "\r\n\r\n";
    return line + headers().plain(call.server) + token(call.actor) + end;
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }
}
