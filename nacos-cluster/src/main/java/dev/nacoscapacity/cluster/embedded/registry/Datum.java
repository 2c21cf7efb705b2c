package dev.nacoscapacity.cluster.embedded.registry;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The instances of a service that one origin answers for, which is what nodes copy and compare.
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

  DatumKey key() {
    return new DatumKey(service.key(), origin);
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

  void put(InstanceState held) {
    instances.put(held.spec().key(), held);
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
    boolean removed = false;
    for (Iterator<InstanceState> all = instances.values().iterator(); all.hasNext(); ) {
      if (condition.test(all.next())) {
        all.remove();
        removed = true;
      }
    }
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

  List<InstanceState> copies() {
    List<InstanceState> copies = new ArrayList<>(instances.size());
    instances.values().forEach(held -> copies.add(held.copy()));
    return copies;
  }

  /**
   * Becomes what its origin has. The health of beaten instances known here stays as it is, since it
   * travels by itself.
   */
  void replace(List<InstanceState> theirs) {
    Map<InstanceKey, InstanceState> replaced = new LinkedHashMap<>();
    for (InstanceState their : theirs) {
      InstanceState mine = origin.equals(Origin.OWNER) ? instances.get(their.spec().key()) : null;
      if (mine == null) {
        mine = their.copy();
      } else {
        mine.update(their);
      }
      replaced.put(mine.spec().key(), mine);
    }
    instances = replaced;
    changed();
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
    for (InstanceState held : instances) {
      InstanceSpec spec = held.spec();
      lines.add(
          spec.instanceId()
              + '_'
              + spec.weight()
              + '_'
              + held.healthy()
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
