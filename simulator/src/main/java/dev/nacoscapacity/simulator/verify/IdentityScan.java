package dev.nacoscapacity.simulator.verify;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.io.IOException;
import java.util.BitSet;
import java.util.Optional;

/**
 * Which instances of a service one list answer names, by ip and port. A <b>stranger</b> is a host
 * that is no instance of this service, or is named twice. Immutable once made.
 */
public final class IdentityScan {

  private static final JsonFactory JSON = new JsonFactory();

  private final Fleet fleet;
  private final int service;

  /** By position in the service. */
  private final BitSet present = new BitSet();

  private final BitSet healthy = new BitSet();
  private int strangers;

  private IdentityScan(Fleet fleet, int service) {
    this.fleet = fleet;
    this.service = service;
  }

  /**
   * Reads a whole answer; nothing when it is no list answer, for example the text {@code server is
   * DOWN}, or ends too early.
   */
  public static Optional<IdentityScan> of(
      Fleet fleet, int service, byte[] body, int offset, int length) {
    IdentityScan scan = new IdentityScan(fleet, service);
    try (JsonParser json = JSON.createParser(body, offset, length)) {
      return scan.readAnswer(json) ? Optional.of(scan) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  public boolean isPresent(int instance) {
    return present.get(position(instance));
  }

  public boolean isHealthy(int instance) {
    return healthy.get(position(instance));
  }

  /** How many instances of the service are there. */
  public int present() {
    return present.cardinality();
  }

  /** How many instances of the service are there and healthy. */
  public int healthy() {
    return healthy.cardinality();
  }

  /** How many hosts are there which are not ours, or are there twice. */
  public int strangers() {
    return strangers;
  }

  private int position(int instance) {
    return instance / fleet.services();
  }

  private boolean readAnswer(JsonParser json) throws IOException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      return false;
    }
    boolean listed = false;
    boolean protectedByThreshold = false;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      JsonToken value = json.nextToken();
      if (field.equals("hosts") && value == JsonToken.START_ARRAY) {
        listed = true;
        readHosts(json);
      } else if (field.equals("reachProtectionThreshold")) {
        protectedByThreshold = value == JsonToken.VALUE_TRUE;
      } else {
        json.skipChildren();
      }
    }
    if (protectedByThreshold) {
      // None is healthy, and all are listed as if they were: see HostCounter.
      healthy.clear();
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
    if (instance < 0 || fleet.serviceOf(instance) != service || isPresent(instance)) {
      strangers++;
      return;
    }
    present.set(position(instance));
    healthy.set(position(instance), isHealthy);
  }
}
