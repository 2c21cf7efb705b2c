package dev.nacoscapacity.simulator.client.http;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Metadata;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Writes requests of Nacos's HTTP API v3 as in its documentation. That API is for clients in
 * languages without gRPC; Java clients use only its login, which was recorded from nacos-client
 * 3.2.1. Parameters are in the URL, since a node that forwards a request reads them there.
 *
 * <p>A beat only identifies its instance. There is no long poll, so a {@code LISTEN} reads the
 * configuration.
 */
final class V3RequestWriter extends HttpRequestWriter {

  private static final String GROUP = "&groupName=" + Http.DEFAULT_GROUP;
  private static final String END = "\r\n\r\n";
  private static final String END_WITHOUT_BODY = "\r\nContent-Length: 0\r\n\r\n";

  private final String post;
  private final String delete;
  private final String list;
  private final String config;

  V3RequestWriter(
      Fleet fleet, HttpSettings settings, IntFunction<String> tokens, ClientHeaders headers) {
    super(fleet, settings, tokens, headers);
    String place = "?namespaceId=" + encoded(settings.namespace()) + GROUP;
    this.post = line("POST", HttpV3.INSTANCE, place);
    this.delete = line("DELETE", HttpV3.INSTANCE, place);
    this.list = line("GET", HttpV3.LIST, place);
    this.config = line("GET", HttpV3.CONFIG, place);
  }

  @Override
  String loginPath() {
    return HttpV3.LOGIN;
  }

  /** Without the group, which is a separate parameter. */
  @Override
  String name(int service) {
    return fleet.serviceName(service);
  }

  @Override
  String beat(Call call) {
    String heartBeat = "&" + HttpV3.HEART_BEAT + "=true";
    return post + instance(call) + heartBeat + end(call, END_WITHOUT_BODY);
  }

  @Override
  String register(Call call) {
    Map<String, String> metadata = settings.metadata(fleet.classOf(call.service));
    String described = metadata.isEmpty() ? "" : "&metadata=" + encoded(Metadata.json(metadata));
    return post + instance(call) + "&ephemeral=true" + described + end(call, END_WITHOUT_BODY);
  }

  @Override
  String deregister(Call call) {
    return delete + instance(call) + "&ephemeral=true" + end(call, END);
  }

  @Override
  String list(Call call) {
    return list + service(call) + end(call, END);
  }

  @Override
  String listen(Call call) {
    return config + "&dataId=" + serviceName(call.service) + end(call, END);
  }

  private String instance(Call call) {
    return service(call) + ip(call) + port(call);
  }

  private String service(Call call) {
    return "&serviceName=" + serviceName(call.service);
  }

  private String end(Call call, String end) {
    return headers.plain(call.server) + token("\r\n" + Http.ACCESS_TOKEN + ": ", call.actor) + end;
  }
}
