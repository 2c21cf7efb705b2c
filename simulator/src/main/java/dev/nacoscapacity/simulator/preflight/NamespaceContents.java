package dev.nacoscapacity.simulator.preflight;

/**
 * The content of a namespace before the run.
 *
 * @param namespace its id; {@code public} for the default one
 * @param readable whether the user may read it; if not, the counts are 0
 * @param leftovers how many of {@code services} earlier runs of this tool left behind
 */
public record NamespaceContents(
    String namespace, boolean readable, int services, int instances, int leftovers) {

  static NamespaceContents unreadable(String namespace) {
    return new NamespaceContents(namespace, false, 0, 0, 0);
  }
}
