package dev.nacoscapacity.simulator.client.http;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.HttpV3;
import dev.nacoscapacity.core.record.ServiceClass;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Metadata;
import io.netty.buffer.ByteBuf;
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

  private static final String NAMESPACE = "?namespaceId=";
  private static final String GROUP = "&groupName=" + Http.DEFAULT_GROUP;
  private static final byte[] SERVICE = ascii(GROUP + "&serviceName=");
  private static final byte[] DATA_ID = ascii(GROUP + "&dataId=");
  private static final byte[] IP = ascii("&ip=");
  private static final byte[] PORT = ascii("&port=");
  private static final byte[] EPHEMERAL = ascii("&ephemeral=true");
  private static final byte[] HEART_BEAT = ascii("&" + HttpV3.HEART_BEAT + "=true");
  private static final byte[] TOKEN = ascii("\r\n" + Http.ACCESS_TOKEN + ": ");
  private static final byte[] END = ascii("\r\n\r\n");
  private static final byte[] END_WITHOUT_BODY = ascii("\r\nContent-Length: 0\r\n\r\n");

  private static final byte[] METADATA = ascii("&metadata=");

  private final byte[] post = line("POST", HttpV3.INSTANCE, NAMESPACE);
  private final byte[] delete = line("DELETE", HttpV3.INSTANCE, NAMESPACE);
  private final byte[] list = line("GET", HttpV3.LIST, NAMESPACE);
  private final byte[] config = line("GET", HttpV3.CONFIG, NAMESPACE);
  private final byte[] namespace;

  V3RequestWriter(
      Fleet fleet, HttpSettings settings, IntFunction<String> tokens, ClientHeaders headers) {
    super(fleet, settings, tokens, headers);
    this.namespace = encoded(settings.namespace());
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
  void beat(Call call, ByteBuf out) {
    instance(post, call, out);
    out.writeBytes(HEART_BEAT);
    end(call, END_WITHOUT_BODY, out);
  }

  @Override
  void register(Call call, ByteBuf out) {
    instance(post, call, out);
    out.writeBytes(EPHEMERAL);
    ServiceClass serviceClass = fleet.classOf(call.service);
    Map<String, String> metadata = settings.metadata(serviceClass);
    if (!metadata.isEmpty()) {
      out.writeBytes(METADATA).writeBytes(encoded(Metadata.json(metadata)));
    }
    end(call, END_WITHOUT_BODY, out);
  }

  @Override
  void deregister(Call call, ByteBuf out) {
    instance(delete, call, out);
    out.writeBytes(EPHEMERAL);
    end(call, END, out);
  }

  @Override
  void list(Call call, ByteBuf out) {
    out.writeBytes(list).writeBytes(namespace);
    out.writeBytes(SERVICE).writeBytes(serviceName(call.service));
    end(call, END, out);
  }

  @Override
  void listen(Call call, ByteBuf out) {
    out.writeBytes(config).writeBytes(namespace);
    out.writeBytes(DATA_ID).writeBytes(serviceName(call.service));
    end(call, END, out);
  }

  private void instance(byte[] line, Call call, ByteBuf out) {
    out.writeBytes(line).writeBytes(namespace);
    out.writeBytes(SERVICE).writeBytes(serviceName(call.service));
    out.writeBytes(IP);
    writeAddress(fleet.address(call.actor), out);
    out.writeBytes(PORT);
    writeNumber(fleet.port(call.actor), out);
  }

  private void end(Call call, byte[] end, ByteBuf out) {
    headers.plain(call.server, out);
    writeToken(TOKEN, call.actor, out);
    out.writeBytes(end);
  }
}
