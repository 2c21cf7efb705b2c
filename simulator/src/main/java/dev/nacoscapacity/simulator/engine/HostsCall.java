package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.model.NodeService;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.HttpAnswer;
import dev.nacoscapacity.simulator.client.HttpParts;

/** Reads a service's instances. */
abstract class HostsCall extends FleetCall {

  HostsCall(Operation operation) {
    super(operation);
  }

  @Override
  public final boolean countsHosts() {
    return true;
  }

  /** The UDP port at which the client awaits pushes; 0 for none. */
  abstract int udpPort(HttpParts parts);

  @Override
  public final String v1(HttpParts parts) {
    return "GET "
        + parts.path(Http.LIST)
        + "?app=unknown&healthyOnly=false&"
        + parts.namespace()
        + "&clientIP="
        + parts.clientIp()
        + "&serviceName="
        + parts.service(service)
        + "&udpPort="
        + udpPort(parts)
        + parts.token(actor)
        + "&clusters="
        + parts.naming(server, "");
  }

  @Override
  public final String v1(HttpAnswer answer) {
    return null;
  }

  @Override
  public final String v3(HttpParts parts) {
    return "GET "
        + parts.path(HttpV3.LIST)
        + "?"
        + parts.namespace()
        + HttpParts.GROUP
        + "&serviceName="
        + parts.service(service)
        + parts.plain(server, actor)
        + "\r\n";
  }

  @Override
  public final NodeService modelled() {
    return NodeService.LIST;
  }
}
