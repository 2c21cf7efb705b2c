package dev.nacoscapacity.simulator.verify;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.io.IOException;
import java.util.Arrays;

/**
 * The answer to a list as JSON, read exactly: any order of fields, any metadata. A text such as
 * {@code server is DOWN}, or a truncated answer, is not a list.
 *
 * @param body the whole answer; not copied
 */
public record JsonListing(byte[] body) implements Listing {

  private static final JsonFactory JSON = new JsonFactory();

  @Override
  public boolean read(Fleet fleet, Hosts hosts) {
    Answer answer = new Answer(fleet);
    try (JsonParser json = JSON.createParser(body)) {
      if (!answer.read(json)) {
        return false;
      }
    } catch (IOException e) {
      return false;
    }
    answer.name(hosts);
    return true;
  }

  /**
   * The hosts read so far: whether they count, and as healthy, is only known at the end of the
   * answer.
   */
  private static final class Answer {

    private final Fleet fleet;
    private int[] instances = new int[128];
    private boolean[] healthy = new boolean[128];
    private int size;
    private boolean protectedByThreshold;

    Answer(Fleet fleet) {
      this.fleet = fleet;
    }

    void name(Hosts hosts) {
      for (int i = 0; i < size; i++) {
        // At the protect threshold no host is healthy, but all are listed as healthy: see
        // HostCounter.
        hosts.host(instances[i], healthy[i] && !protectedByThreshold);
      }
    }

    boolean read(JsonParser json) throws IOException {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return false;
      }
      boolean listed = false;
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String field = json.currentName();
        JsonToken value = json.nextToken();
        // HTTP v3 only returns the hosts, as {@code data}.
        boolean hosts = field.equals("hosts") || field.equals("data");
        if (hosts && value == JsonToken.START_ARRAY) {
          listed = true;
          readHosts(json);
        } else if (field.equals("reachProtectionThreshold")) {
          protectedByThreshold = value == JsonToken.VALUE_TRUE;
        } else {
          json.skipChildren();
        }
      }
      return listed && json.nextToken() == null;
    }

    private void readHosts(JsonParser json) throws IOException {
      while (json.nextToken() != JsonToken.END_ARRAY) {
        if (json.currentToken() == JsonToken.START_OBJECT) {
          readHost(json);
        } else {
          json.skipChildren();
        }
      }
    }

    private void readHost(JsonParser json) throws IOException {
      String ip = "";
      int port = -1;
      boolean isHealthy = false;
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String field = json.currentName();
        JsonToken value = json.nextToken();
        switch (field) {
          case "ip" -> ip = json.getValueAsString("");
          case "port" -> port = json.getValueAsInt(-1);
          case "healthy" -> isHealthy = value == JsonToken.VALUE_TRUE;
          default -> {}
        }
        json.skipChildren();
      }
      note(fleet.instanceAt(Ipv4.parse(ip), port), isHealthy);
    }

    private void note(int instance, boolean isHealthy) {
      if (size == instances.length) {
        instances = Arrays.copyOf(instances, 2 * size);
        healthy = Arrays.copyOf(healthy, 2 * size);
      }
      instances[size] = instance;
      healthy[size++] = isHealthy;
    }
  }
}
