package dev.nacoscapacity.cluster.admin;

/**
 * Data that an operator stores in a registry, through one node. Every method throws {@link
 * AdminException} when the node fails or refuses.
 */
public interface DataStore {

  /** Stores a new item. */
  void put(StoredKind kind, String id);

  /** Whether the node returns the item stored by {@link #put}, unchanged. */
  boolean has(StoredKind kind, String id);
}
