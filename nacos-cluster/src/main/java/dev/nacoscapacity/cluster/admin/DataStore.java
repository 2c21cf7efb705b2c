package dev.nacoscapacity.cluster.admin;

/**
 * What an operator stores in a registry, through one node. Every method throws {@link
 * AdminException} when the node does not do it.
 */
public interface DataStore {

  /** Stores one that was not there before. */
  void put(StoredKind kind, String id);

  /** Whether the node has what was stored by {@link #put}, and gives it out as it was. */
  boolean has(StoredKind kind, String id);
}
