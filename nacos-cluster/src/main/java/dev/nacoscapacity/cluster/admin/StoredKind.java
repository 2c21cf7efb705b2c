package dev.nacoscapacity.cluster.admin;

/** Kinds of data that an operator stores in a registry, besides the instances of clients. */
public enum StoredKind {
  NAMESPACES("namespaces"),
  USERS("users"),
  CONFIGURATIONS("configurations");

  private final String word;

  StoredKind(String word) {
    this.word = word;
  }

  /** Its name in records. */
  public String word() {
    return word;
  }
}
