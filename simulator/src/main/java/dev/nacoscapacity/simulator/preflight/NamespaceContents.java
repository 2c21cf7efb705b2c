package dev.nacoscapacity.simulator.preflight;

/**
 * What a namespace held before the run.
 *
 * @param namespace its id; {@code public} for the default one
 * @param readable whether our user may read it; if not, the counts are 0
 * @param leftovers services that an earlier run of ours left behind, among {@code services}
 */
public record NamespaceContents(
    String namespace, boolean readable, int services, int instances, int leftovers) {

  static NamespaceContents unreadable(String namespace) {
    return new NamespaceContents(namespace, false, 0, 0, 0);
  }
}
