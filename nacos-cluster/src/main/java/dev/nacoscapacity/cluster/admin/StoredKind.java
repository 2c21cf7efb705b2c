package dev.nacoscapacity.cluster.admin;

import java.util.Locale;

/** Kinds of data that an operator stores in a registry, besides the instances of clients. */
public enum StoredKind {
  NAMESPACES,
  USERS,
  CONFIGURATIONS;

  /** Its name in records. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
