package dev.nacoscapacity.simulator.client.http;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Metadata;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Writes requests as nacos-client 1.4.2 does: the same paths, order of parameters, headers and
 * bodies, as recorded from a running client.
 */
final class V1RequestWriter extends HttpRequestWriter {

  private static final String GROUP = "&groupName=" + Http.DEFAULT_GROUP;
  private static final String BEAT_IP = encoded(",\"ip\":\"");
  private static final String BEAT_SERVICE = encoded("\",\"weight\":1.0,\"serviceName\":\"");

  private final String register = line("POST", Http.INSTANCE, "?app=unknown&metadata=");
  private final String deregister = line("DELETE", Http.INSTANCE, "?app=unknown");
  private final String beat = line("PUT", Http.BEAT, "?app=unknown");
  private final String list = line("GET", Http.LIST, "?app=unknown&healthyOnly=false");
  private final String listen = line("POST", Http.LISTENER, "");
  private final String read = line("GET", Http.CONFIGS, "?dataId=");
  private final String publish = line("POST", Http.CONFIGS, "");
  private final String remove = line("DELETE", Http.CONFIGS, "?dataId=");
  private final String namespace;
  private final String tenant;

  /** By service class, as the next ones. */
  private final List<String> metadata;

  private final List<String> beatEnd;

  V1RequestWriter(
      Fleet fleet, HttpSettings settings, IntFunction<String> tokens, ClientHeaders headers) {
    super(fleet, settings, tokens, headers);
    this.namespace = "&namespaceId=" + encoded(settings.namespace());
    this.tenant = settings.tenant().isEmpty() ? "" : "&tenant=" + encoded(settings.tenant());
    this.metadata = fleet.classes().stream().map(each -> encoded(json(each))).toList();
    this.beatEnd =
        fleet.classes().stream()
            .map(
                each ->
                    "\",\"metadata\":%s,\"scheduled\":false,\"period\":%d,\"stopped\":false}"
                        .formatted(json(each), settings.beatMillis(each)))
            .map(HttpRequestWriter::encoded)
            .toList();
  }

  private String json(ServiceClass serviceClass) {
    return Metadata.json(settings.metadata(serviceClass));
  }

  @Override
  String loginPath() {
    return Http.CLIENT_LOGIN;
  }

  @Override
  String name(int service) {
    return Http.DEFAULT_GROUP + Http.GROUP_SEPARATOR + fleet.serviceName(service);
  }

  private String service(Call call) {
    return "&serviceName=" + serviceName(call.service);
  }

  private String token(Call call) {
    return token("&" + Http.ACCESS_TOKEN + "=", call.actor);
  }

  @Override
  String beat(Call call) {
    String query = namespace + port(call) + ip(call) + service(call) + token(call);
    return beat + query + headers.naming(call.server, call.light ? "" : description(call));
  }

  /** The form field of a full beat: the instance as JSON. */
  private String description(Call call) {
    String address = fleet.port(call.actor) + BEAT_IP + fleet.ip(call.actor);
    String end = beatEnd.get(fleet.classNumber(call.service));
    return "beat=%7B%22port%22%3A" + address + BEAT_SERVICE + serviceName(call.service) + end + "&";
  }

  @Override
  String list(Call call) {
    // A read of the registry's state is no subscription of the instance that it names.
    int udpPort = call.operation == Operation.SWEEP ? 0 : settings.udpPort(call.actor);
    String client = namespace + "&clientIP=" + settings.clientIp();
    String query = client + service(call) + "&udpPort=" + udpPort + token(call) + "&clusters=";
    return list + query + headers.naming(call.server, "");
  }

  @Override
  String register(Call call) {
    String instance = metadata.get(fleet.classNumber(call.service)) + ip(call);
    String owner = service(call) + token(call) + GROUP + namespace + port(call);
    String query = instance + "&weight=1.0&ephemeral=true" + owner + "&enable=true&healthy=true&";
    return register + query + headers.naming(call.server, "");
  }

  @Override
  String deregister(Call call) {
    String instance = namespace + port(call) + ip(call) + "&ephemeral=true";
    return deregister + instance + service(call) + token(call) + headers.naming(call.server, "");
  }

  @Override
  String listen(Call call) {
    StringBuilder listened = new StringBuilder();
    int configs = fleet.classOf(call.service).configs();
    for (int config = 0; config < configs; config++) {
      listened
          .append(fleet.configName(call.service, config))
          .append(Http.WORD_SEPARATOR)
          .append(Http.DEFAULT_GROUP)
          .append(Http.WORD_SEPARATOR)
          // The digest of a configuration that does not exist is empty.
          .append(call.configuration == null ? "" : call.configuration.contents[config].md5())
          .append(settings.tenant().isEmpty() ? "" : Http.WORD_SEPARATOR + settings.tenant())
          .append(Http.LINE_SEPARATOR);
    }
    String form = encoded(listened.toString()) + token(call) + tenant + "&";
    return listen
        + headers.listener(call.server, settings.longPollMillis(), "Listening-Configs=" + form);
  }

  @Override
  String read(Call call) {
    return read + configuration(call) + headers.config(call.server, "");
  }

  @Override
  String remove(Call call) {
    return remove + configuration(call) + headers.config(call.server, "");
  }

  private String configuration(Call call) {
    return dataId(call) + token(call) + tenant + "&group=" + Http.DEFAULT_GROUP;
  }

  private String dataId(Call call) {
    return encoded(fleet.configName(call.service, call.configuration.number()));
  }

  @Override
  String publish(Call call) {
    String content = encoded(call.configuration.content().text());
    String owner = tenant + "&group=" + Http.DEFAULT_GROUP + "&";
    String form = dataId(call) + "&type=text" + token(call) + "&content=" + content + owner;
    return publish + headers.config(call.server, "dataId=" + form);
  }
}
