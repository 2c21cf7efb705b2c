package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.simulator.client.HttpAnswer;
import dev.nacoscapacity.simulator.client.HttpParts;

/** Reads a service's instances. */
abstract class HostsCall extends FleetCall {

  private static final String ALL = "?app=unknown&healthyOnly=false&";

  HostsCall(Kind kind) {
    super(kind);
  }

  /** The UDP port at which the client awaits pushes; 0 for a read that is no subscription. */
  int udpPort(HttpParts parts) {
    return 0;
  }

  @Override
  public final String v1(HttpParts parts) {
    // One concatenation, since this is the hot path.
    String query =
        parts.namespace()
            + "&clientIP="
            + parts.settings().clientIp()
            + "&serviceName="
            + parts.service(service)
            + "&udpPort="
            + udpPort(parts)
            + parts.token(actor)
            + "&clusters=";
    return "GET " + parts.path(Http.LIST) + ALL + query + parts.headers().naming(server, "");
  }

  @Override
  public final String v1(HttpAnswer answer) {
    return null;
  }

  @Override
  public final String v3(HttpParts parts) {
    return parts.v3(this, "GET", HttpV3.LIST, parts.serviceName(this));
  }
}
