package dev.nacoscapacity.cluster.admin;

/**
 * A namespace.
 *
 * @param id empty for {@code public}
 * @param name as shown on the console
 */
public record Namespace(String id, String name) {

  static final Namespace PUBLIC = new Namespace("", "public");
}
