package dev.nacoscapacity.simulator.preflight.machine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A fixed workload like that of a registry's calls: writes a list of hosts, decodes and parses some
 * beats, computes the signature of their token, and looks up their service. It uses no sockets, so
 * the kernel's part of a call is not included.
 */
final class RegistryWork {

  private static final int HOSTS = 88;
  private static final int BEATS = 40;
  private static final int LOOK_UPS = 4;

  /** Exceeds a core's cache; a power of two. */
  private static final int SERVICES = 1 << 15;

  private static final String GROUP = "DEFAULT_GROUP@@";
  private static final String HMAC = "HmacSHA256";

  private final ObjectMapper json = new ObjectMapper();
  private final JsonNode hosts = hosts();
  private final String[] names = new String[SERVICES];
  private final Map<String, String> services = new ConcurrentHashMap<>();
  private final String beat = URLEncoder.encode(hosts.get(0).toString(), StandardCharsets.UTF_8);
  private final byte[] token = "x".repeat(150).getBytes(StandardCharsets.US_ASCII);

  RegistryWork() {
    for (int i = 0; i < SERVICES; i++) {
      names[i] = "orders-" + i;
      services.put(GROUP + names[i], names[i]);
    }
  }

  private ArrayNode hosts() {
    ArrayNode all = json.createArrayNode();
    for (int host = 0; host < HOSTS; host++) {
      String ip = "198.18.0." + host;
      all.addObject()
          .put("instanceId", ip + "#8080#DEFAULT#DEFAULT_GROUP@@orders")
          .put("ip", ip)
          .put("port", 8080)
          .put("weight", 1.0)
          .put("healthy", true)
          .put("clusterName", "DEFAULT")
          .put("serviceName", "DEFAULT_GROUP@@orders")
          .putObject("metadata");
    }
    return all;
  }

  /** Creates the work of one thread. All threads share the services, as those of a node do. */
  Runnable ofOneThread() {
    Mac mac;
    try {
      mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(new byte[32], HMAC));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + HMAC, e);
    }
    return new OneThread(mac);
  }

  private final class OneThread implements Runnable {

    private final Mac mac;
    private int random;

    /** Consumes each result, so that the compiler cannot eliminate the work. */
    private long consumed;

    OneThread(Mac mac) {
      this.mac = mac;
    }

    @Override
    public void run() {
      try {
        consumed += json.writeValueAsBytes(hosts).length;
        for (int i = 0; i < BEATS; i++) {
          String decoded = URLDecoder.decode(beat, StandardCharsets.UTF_8);
          consumed += json.readTree(decoded).size() + mac.doFinal(token)[0];
          for (int j = 0; j < LOOK_UPS; j++) {
            // Like the name in a request: a new string, at a random position.
            random = random * 1_664_525 + 1_013_904_223;
            consumed += services.get(GROUP + names[(random >>> 16) & (SERVICES - 1)]).length();
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
