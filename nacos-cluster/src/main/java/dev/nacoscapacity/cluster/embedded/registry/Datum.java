package dev.nacoscapacity.cluster.embedded.registry;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The instances of a service that have one origin: what nodes copy to each other and compare.
 * Confined to the node's thread.
 */
final class Datum {

  private final Service service;
  private final Origin origin;
  private Map<InstanceKey, InstanceState> instances = new LinkedHashMap<>();
  private String checksum;

  Datum(Service service, Origin origin) {
    this.service = service;
    this.origin = origin;
  }

  Service service() {
    return service;
  }

  Key key() {
    return new Key(service.key(), origin);
  }

  /** Names a datum on any node. */
  record Key(ServiceKey service, Origin origin) {}

  /** A datum on its way to another node. */
  record Copy(Key datum, List<InstanceState> instances) {}

  Copy copy() {
    return new Copy(key(), instances.values().stream().map(InstanceState::copy).toList());
  }

  Origin origin() {
    return origin;
  }

  Collection<InstanceState> instances() {
    return instances.values();
  }

  InstanceState find(InstanceKey instance) {
    return instances.get(instance);
  }

  void put(InstanceState instance) {
    instances.put(instance.spec().key(), instance);
    changed();
  }

  boolean remove(InstanceKey instance) {
    boolean removed = instances.remove(instance) != null;
    if (removed) {
      changed();
    }
    return removed;
  }

  boolean removeIf(Predicate<InstanceState> condition) {
    boolean removed = instances.values().removeIf(condition);
    if (removed) {
      changed();
    }
    return removed;
  }

  /** An instance was put, removed or changed its health. */
  void changed() {
    checksum = null;
    service.changed();
  }

  /**
   * Replaces the instances by those of the origin. The health of heartbeat instances that are known
   * here stays as it is, since writes do not carry it ({@code Cluster.updateIps}).
   */
  void replace(List<InstanceState> origins) {
    Map<InstanceKey, InstanceState> replaced = new LinkedHashMap<>();
    for (InstanceState theirs : origins) {
      InstanceState mine = origin.equals(Origin.OWNER) ? instances.get(theirs.spec().key()) : null;
      if (mine == null) {
        mine = theirs.copy();
      } else {
        mine.update(theirs);
      }
      replaced.put(mine.spec().key(), mine);
    }
    instances = replaced;
    changed();
  }

  /** Replaces the instances and their health by those of the origin. */
  void replaceWithHealth(List<InstanceState> origins) {
    replace(origins);
    origins.forEach(theirs -> find(theirs.spec().key()).setHealthy(theirs.healthy()));
  }

  /** Over the instances and their health, so that two nodes can tell whether they agree. */
  String checksum() {
    if (checksum == null) {
      checksum = checksum(instances.values());
    }
    return checksum;
  }

  static String checksum(Collection<InstanceState> instances) {
    List<String> lines = new ArrayList<>(instances.size());
    for (InstanceState state : instances) {
      InstanceSpec spec = state.spec();
      lines.add(
          spec.instanceId()
              + '_'
              + spec.weight()
              + '_'
              + state.healthy()
              + '_'
              + spec.enabled()
              + '_'
              + (spec.metadata().isEmpty() ? "" : new TreeMap<>(spec.metadata())));
    }
    lines.sort(null);
    try {
      MessageDigest md5 = MessageDigest.getInstance("MD5");
      lines.forEach(line -> md5.update(line.getBytes(StandardCharsets.UTF_8)));
      return HexFormat.of().formatHex(md5.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has MD5", e);
    }
  }
}
