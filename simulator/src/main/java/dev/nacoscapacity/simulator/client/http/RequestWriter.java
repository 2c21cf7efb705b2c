package dev.nacoscapacity.simulator.client.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.workload.Fleet;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Writes requests as nacos-client 1.4.2 does: the same paths, parameters in the same order, headers
 * and bodies, as recorded from a running client. What stays the same from call to call is encoded
 * once.
 */
final class RequestWriter {

  private static final byte[] REGISTER = ascii("POST " + Http.INSTANCE + "?app=unknown&metadata=");
  private static final byte[] DEREGISTER = ascii("DELETE " + Http.INSTANCE + "?app=unknown");
  private static final byte[] BEAT = ascii("PUT " + Http.BEAT + "?app=unknown");
  private static final byte[] LIST =
      ascii("GET " + Http.LIST + "?app=unknown&healthyOnly=false&namespaceId=");
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
  private static final byte[] CLUSTERS = ascii("&clusters=");

  private final Fleet fleet;
  private final HttpSettings settings;
  private final IntFunction<String> tokens;
  private final ClientHeaders headers;
  private final byte[] namespace;
  private final byte[] metadata;
  private final byte[] beatEnd;
  private final byte[][] serviceNames;
  private final ByteBuf body = Unpooled.buffer(512);

  /**
   * @param tokens a client's access token by the client's number, or null when there is none
   */
  RequestWriter(
      Fleet fleet,
      HttpSettings settings,
      IntFunction<String> tokens,
      List<InetSocketAddress> servers,
      long seed) {
    this.fleet = fleet;
    this.settings = settings;
    this.tokens = tokens;
    this.headers = new ClientHeaders(servers, seed);
    this.namespace = encoded(settings.namespace());
    this.metadata = encoded(settings.metadataJson());
    this.beatEnd =
        encoded(
            "\",\"metadata\":%s,\"scheduled\":false,\"period\":%d,\"stopped\":false}"
                .formatted(settings.metadataJson(), settings.beatMillis()));
    this.serviceNames = new byte[fleet.services()][];
  }

  /** Appends the request of a call to {@code call.server}. */
  void write(Call call, ByteBuf out) {
    switch (call.operation) {
      case BEAT -> beat(call, out);
      case LIST, SWEEP -> list(call, out);
      case LISTEN -> listen(call, out);
      case REGISTER -> register(call, out);
      case DEREGISTER -> deregister(call, out);
      case LOGIN -> login(call, out);
      case SCRAPE -> scrape(call, out);
      default -> throw new AssertionError(call.operation);
    }
  }

  private void beat(Call call, ByteBuf out) {
    out.writeBytes(BEAT);
    out.writeBytes(NAMESPACE).writeBytes(namespace);
    out.writeBytes(PORT);
    writeNumber(fleet.port(call.actor), out);
    out.writeBytes(IP);
    writeAddress(fleet.address(call.actor), out);
    out.writeBytes(SERVICE).writeBytes(serviceName(call.service));
    writeToken(call.actor, out);
    body.clear();
    if (!call.light) {
      describe(call);
    }
    headers.naming(call.server, body, out);
  }

  /** A full beat's form field: the instance as JSON. */
  private void describe(Call call) {
    body.writeBytes(BEAT_PORT);
    writeNumber(fleet.port(call.actor), body);
    body.writeBytes(BEAT_IP);
    writeAddress(fleet.address(call.actor), body);
    body.writeBytes(BEAT_SERVICE).writeBytes(serviceName(call.service));
    body.writeBytes(beatEnd).writeByte('&');
  }

  private void list(Call call, ByteBuf out) {
    out.writeBytes(LIST).writeBytes(namespace);
    out.writeBytes(CLIENT_IP).writeBytes(settings.clientIp());
    out.writeBytes(SERVICE).writeBytes(serviceName(call.service));
    out.writeBytes(UDP_PORT);
    writeNumber(settings.udpPort(call.actor), out);
    writeToken(call.actor, out);
    out.writeBytes(CLUSTERS);
    headers.naming(call.server, Unpooled.EMPTY_BUFFER, out);
  }

  private void register(Call call, ByteBuf out) {
    out.writeBytes(REGISTER).writeBytes(metadata);
    out.writeBytes(IP);
    writeAddress(fleet.address(call.actor), out);
    out.writeBytes(WEIGHT_EPHEMERAL);
    out.writeBytes(SERVICE).writeBytes(serviceName(call.service));
    writeToken(call.actor, out);
    out.writeBytes(GROUP);
    out.writeBytes(NAMESPACE).writeBytes(namespace);
    out.writeBytes(PORT);
    writeNumber(fleet.port(call.actor), out);
    out.writeBytes(ENABLED);
    headers.naming(call.server, Unpooled.EMPTY_BUFFER, out);
  }

  private void deregister(Call call, ByteBuf out) {
    out.writeBytes(DEREGISTER);
    out.writeBytes(NAMESPACE).writeBytes(namespace);
    out.writeBytes(PORT);
    writeNumber(fleet.port(call.actor), out);
    out.writeBytes(IP);
    writeAddress(fleet.address(call.actor), out);
    out.writeBytes(EPHEMERAL);
    out.writeBytes(SERVICE).writeBytes(serviceName(call.service));
    writeToken(call.actor, out);
    headers.naming(call.server, Unpooled.EMPTY_BUFFER, out);
  }

  private void listen(Call call, ByteBuf out) {
    String tenant = settings.tenant();
    String listened =
        fleet.serviceName(call.service)
            + Http.WORD_SEPARATOR
            + Http.DEFAULT_GROUP
            + Http.WORD_SEPARATOR
            // The digest of a configuration that does not exist is empty.
            + (tenant.isEmpty() ? "" : Http.WORD_SEPARATOR + tenant)
            + Http.LINE_SEPARATOR;
    body.clear();
    body.writeBytes(ascii("Listening-Configs=")).writeBytes(encoded(listened));
    writeToken(call.actor, body);
    if (!tenant.isEmpty()) {
      body.writeBytes(ascii("&tenant=")).writeBytes(encoded(tenant));
    }
    body.writeByte('&');
    out.writeBytes(ascii("POST " + Http.LISTENER));
    headers.listener(call.server, settings.longPollMillis(), body, out);
  }

  private void login(Call call, ByteBuf out) {
    Credentials credentials = settings.credentials();
    body.clear();
    body.writeBytes(ascii("password=")).writeBytes(encoded(credentials.password()));
    body.writeByte('&');
    out.writeBytes(ascii("POST " + Http.CLIENT_LOGIN + "?username="));
    out.writeBytes(encoded(credentials.username()));
    headers.login(call.server, body, out);
  }

  private void scrape(Call call, ByteBuf out) {
    out.writeBytes(ascii("GET " + Http.PROMETHEUS));
    headers.scrape(call.server, out);
  }

  private void writeToken(int client, ByteBuf out) {
    String token = tokens.apply(client);
    if (token != null) {
      out.writeBytes(TOKEN);
      // A JWT is Base64url and dots: nothing to escape.
      out.writeCharSequence(token, ISO_8859_1);
    }
  }

  private byte[] serviceName(int service) {
    byte[] name = serviceNames[service];
    if (name == null) {
      name = encoded(groupedName(service));
      serviceNames[service] = name;
    }
    return name;
  }

  private String groupedName(int service) {
    return Http.DEFAULT_GROUP + Http.GROUP_SEPARATOR + fleet.serviceName(service);
  }

  private static void writeAddress(int address, ByteBuf out) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      writeNumber(address >>> shift & 255, out);
      if (shift > 0) {
        out.writeByte('.');
      }
    }
  }

  static void writeNumber(int value, ByteBuf out) {
    if (value >= 10) {
      writeNumber(value / 10, out);
    }
    out.writeByte('0' + value % 10);
  }

  static byte[] ascii(String text) {
    return text.getBytes(ISO_8859_1);
  }

  static byte[] encoded(String text) {
    return ascii(URLEncoder.encode(text, UTF_8));
  }
}
