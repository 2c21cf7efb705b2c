package dev.nacoscapacity.simulator.client.http;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.core.record.ServiceClass;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Metadata;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Writes requests as nacos-client 1.4.2 does: the same paths, order of parameters, headers and
 * bodies, as recorded from a running client.
 */
final class V1RequestWriter extends HttpRequestWriter {

  private static final byte[] NAMESPACE = ascii("&namespaceId=");
  private static final byte[] IP = ascii("&ip=");
  private static final byte[] PORT = ascii("&port=");
  private static final byte[] SERVICE = ascii("&serviceName=");
  private static final byte[] EPHEMERAL = ascii("&ephemeral=true");
  private static final byte[] WEIGHT_EPHEMERAL = ascii("&weight=1.0&ephemeral=true");
  private static final byte[] TOKEN = ascii("&" + Http.ACCESS_TOKEN + "=");
  private static final byte[] GROUP = ascii("&groupName=" + Http.DEFAULT_GROUP);
  private static final byte[] ENABLED = ascii("&enable=true&healthy=true&");
  private static final byte[] BEAT_PORT = ascii("beat=%7B%22port%22%3A");
  private static final byte[] BEAT_IP = encoded(",\"ip\":\"");
  private static final byte[] BEAT_SERVICE = encoded("\",\"weight\":1.0,\"serviceName\":\"");
  private static final byte[] CLIENT_IP = ascii("&clientIP=");
  private static final byte[] UDP_PORT = ascii("&udpPort=");
  private static final byte[] TENANT = ascii("&tenant=");
  private static final byte[] CONFIG_GROUP = ascii("&group=" + Http.DEFAULT_GROUP);
  private static final byte[] CLUSTERS = ascii("&clusters=");

  private final byte[] register = line("POST", Http.INSTANCE, "?app=unknown&metadata=");
  private final byte[] deregister = line("DELETE", Http.INSTANCE, "?app=unknown");
  private final byte[] beat = line("PUT", Http.BEAT, "?app=unknown");
  private final byte[] list = line("GET", Http.LIST, "?app=unknown&healthyOnly=false&namespaceId=");
  private final byte[] listen = line("POST", Http.LISTENER, "");
  private final byte[] read = line("GET", Http.CONFIGS, "?dataId=");
  private final byte[] publish = line("POST", Http.CONFIGS, "");
  private final byte[] remove = line("DELETE", Http.CONFIGS, "?dataId=");
  private final byte[] namespace;

  /** By service class. */
  private final byte[][] metadata;

  private final byte[][] beatEnd;

  V1RequestWriter(
      Fleet fleet, HttpSettings settings, IntFunction<String> tokens, ClientHeaders headers) {
    super(fleet, settings, tokens, headers);
    this.namespace = encoded(settings.namespace());
    this.metadata = byClass(serviceClass -> encoded(json(serviceClass)));
    this.beatEnd =
        byClass(
            serviceClass ->
                encoded(
                    "\",\"metadata\":%s,\"scheduled\":false,\"period\":%d,\"stopped\":false}"
                        .formatted(json(serviceClass), settings.beatMillis(serviceClass))));
  }

  private byte[][] byClass(Function<ServiceClass, byte[]> bytes) {
    return fleet.classes().stream().map(bytes).toArray(byte[][]::new);
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

  @Override
  void beat(Call call, ByteBuf out) {
    out.writeBytes(beat);
    out.writeBytes(NAMESPACE).writeBytes(namespace);
    port(call, out);
    ip(call, out);
    out.writeBytes(SERVICE).writeBytes(serviceName(call.service));
    writeToken(TOKEN, call.actor, out);
    body.clear();
    if (!call.light) {
      describe(call);
    }
    headers.naming(call.server, body, out);
  }

  /** Writes the form field of a full beat: the instance as JSON. */
  private void describe(Call call) {
    body.writeBytes(BEAT_PORT);
    writeNumber(fleet.port(call.actor), body);
    body.writeBytes(BEAT_IP);
    writeAddress(fleet.address(call.actor), body);
    body.writeBytes(BEAT_SERVICE).writeBytes(serviceName(call.service));
    body.writeBytes(beatEnd[fleet.classNumber(call.service)]).writeByte('&');
  }

  @Override
  void list(Call call, ByteBuf out) {
    out.writeBytes(list).writeBytes(namespace);
    out.writeBytes(CLIENT_IP).writeBytes(settings.clientIp());
    out.writeBytes(SERVICE).writeBytes(serviceName(call.service));
    out.writeBytes(UDP_PORT);
    // A read of the registry's state is no subscription of the instance that it names.
    writeNumber(call.operation == Operation.SWEEP ? 0 : settings.udpPort(call.actor), out);
    writeToken(TOKEN, call.actor, out);
    out.writeBytes(CLUSTERS);
    headers.naming(call.server, Unpooled.EMPTY_BUFFER, out);
  }

  @Override
  void register(Call call, ByteBuf out) {
    out.writeBytes(register).writeBytes(metadata[fleet.classNumber(call.service)]);
    ip(call, out);
    out.writeBytes(WEIGHT_EPHEMERAL);
    out.writeBytes(SERVICE).writeBytes(serviceName(call.service));
    writeToken(TOKEN, call.actor, out);
    out.writeBytes(GROUP);
    out.writeBytes(NAMESPACE).writeBytes(namespace);
    port(call, out);
    out.writeBytes(ENABLED);
    headers.naming(call.server, Unpooled.EMPTY_BUFFER, out);
  }

  @Override
  void deregister(Call call, ByteBuf out) {
    out.writeBytes(deregister);
    out.writeBytes(NAMESPACE).writeBytes(namespace);
    port(call, out);
    ip(call, out);
    out.writeBytes(EPHEMERAL);
    out.writeBytes(SERVICE).writeBytes(serviceName(call.service));
    writeToken(TOKEN, call.actor, out);
    headers.naming(call.server, Unpooled.EMPTY_BUFFER, out);
  }

  @Override
  void listen(Call call, ByteBuf out) {
    String tenant = settings.tenant();
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
          .append(tenant.isEmpty() ? "" : Http.WORD_SEPARATOR + tenant)
          .append(Http.LINE_SEPARATOR);
    }
    body.clear();
    body.writeBytes(ascii("Listening-Configs=")).writeBytes(encoded(listened.toString()));
    writeToken(TOKEN, call.actor, body);
    tenant(body);
    body.writeByte('&');
    out.writeBytes(listen);
    headers.listener(call.server, settings.longPollMillis(), body, out);
  }

  @Override
  void read(Call call, ByteBuf out) {
    out.writeBytes(read);
    configuration(call, out);
    headers.config(call.server, Unpooled.EMPTY_BUFFER, out);
  }

  @Override
  void remove(Call call, ByteBuf out) {
    out.writeBytes(remove);
    configuration(call, out);
    headers.config(call.server, Unpooled.EMPTY_BUFFER, out);
  }

  private void port(Call call, ByteBuf out) {
    out.writeBytes(PORT);
    writeNumber(fleet.port(call.actor), out);
  }

  private void ip(Call call, ByteBuf out) {
    out.writeBytes(IP);
    writeAddress(fleet.address(call.actor), out);
  }

  private void configuration(Call call, ByteBuf to) {
    to.writeBytes(encoded(fleet.configName(call.service, call.configuration.number())));
    writeToken(TOKEN, call.actor, to);
    tenant(to);
    to.writeBytes(CONFIG_GROUP);
  }

  private void tenant(ByteBuf to) {
    if (!settings.tenant().isEmpty()) {
      to.writeBytes(TENANT).writeBytes(encoded(settings.tenant()));
    }
  }

  @Override
  void publish(Call call, ByteBuf out) {
    String name = fleet.configName(call.service, call.configuration.number());
    body.clear();
    body.writeBytes(ascii("dataId=")).writeBytes(encoded(name));
    body.writeBytes(ascii("&type=text"));
    writeToken(TOKEN, call.actor, body);
    body.writeBytes(ascii("&content=")).writeBytes(encoded(call.configuration.content().text()));
    tenant(body);
    body.writeBytes(CONFIG_GROUP).writeByte('&');
    out.writeBytes(publish);
    headers.config(call.server, body, out);
  }
}
