package dev.nacoscapacity.cluster.embedded.registry;

/** Names an instance within its service; Nacos calls it the datum key. */
public record InstanceKey(String ip, int port, String cluster) {

  /** Same result as the default of a record, but faster, since keys are looked up for each beat. */
  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof InstanceKey key
            && port == key.port
            && ip.equals(key.ip)
            && cluster.equals(key.cluster);
  }

  @Override
  public int hashCode() {
    return (ip.hashCode() * 31 + port) * 31 + cluster.hashCode();
  }
}
