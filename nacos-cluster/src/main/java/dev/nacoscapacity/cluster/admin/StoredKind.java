package dev.nacoscapacity.cluster.admin;

/** What an operator stores in a registry, beside the instances that clients register. */
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
