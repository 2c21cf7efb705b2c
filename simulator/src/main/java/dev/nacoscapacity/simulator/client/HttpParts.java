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

  /** A path of Nacos under the cluster's context path. */
  String path(String path);

  /** The parameter for the namespace. */
  String namespace();

  /** The tenant of a configuration, not encoded: the namespace, but empty for the default one. */
  String tenant();

  /** The name of a service, over v1 with its group. */
  String service(int service);

  /** Over v1: the parameter with a client's token; empty while it has none. */
  String token(int client);

  /** The metadata that the instances of a service register, as JSON; over v3 empty for none. */
  String metadata(int service);

  /** The end of the description in a beat of an instance of a service over v1. */
  String beatEnd(int service);

  /** This machine's address as the registry sees it. */
  String clientIp();

  /** The UDP port that an instance announces for pushes, 0 for none. */
  int udpPort(int instance);

  /** User name and password of a login. */
  Credentials credentials();

  /** The headers of the naming client of v1, and the body. */
  String naming(int server, String body);

  /** The headers of the configuration client of v1 for a long poll, and the body. */
  String listener(int server, String body);

  /** The headers of the configuration client of v1 for other calls, and the body, a form. */
  String config(int server, String body);

  /** The headers of a client of v3 with its token, up to the end of a line. */
  String plain(int server, int client);

  /** The headers of a login, and the body. */
  String login(int server, String body);

  /** The headers of a monitoring system. */
  String scrape(int server);

  static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }
}
