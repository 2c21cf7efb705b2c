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

/** One node's copy of a service. Confined to the node's thread. */
public final class Service {

  private final ServiceKey key;
  private Map<InstanceKey, Held> instances = new LinkedHashMap<>();
  private long version;
  private String checksum;
  private long checksumVersion = -1;

  Service(ServiceKey key) {
    this.key = key;
  }

  public ServiceKey key() {
    return key;
  }

  public Collection<Held> instances() {
    return instances.values();
  }

  public Held find(InstanceKey instance) {
    return instances.get(instance);
  }

  public int healthyCount() {
    int count = 0;
    for (Held held : instances.values()) {
      count += held.healthy() ? 1 : 0;
    }
    return count;
  }

  /** Grows whenever an answer about this service would read differently. */
  public long version() {
    return version;
  }

  void changed() {
    version++;
  }

  void put(Held held) {
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

  boolean removeIf(Predicate<Held> condition) {
    boolean removed = false;
    for (Iterator<Held> all = instances.values().iterator(); all.hasNext(); ) {
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

  List<Held> copies() {
    List<Held> copies = new ArrayList<>(instances.size());
    instances.values().forEach(held -> copies.add(held.copy()));
    return copies;
  }

  /** Becomes what the owner has; the health of instances known here stays as it is. */
  void replace(List<Held> owners) {
    Map<InstanceKey, Held> replaced = new LinkedHashMap<>();
    for (Held theirs : owners) {
      Held mine = instances.get(theirs.spec().key());
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

  /** Over the instances and their health, so that two nodes can tell whether they agree. */
  public String checksum() {
    if (checksumVersion != version) {
      checksum = calculateChecksum();
      checksumVersion = version;
    }
    return checksum;
  }

  private String calculateChecksum() {
    List<String> lines = new ArrayList<>(instances.size());
    for (Held held : instances.values()) {
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
