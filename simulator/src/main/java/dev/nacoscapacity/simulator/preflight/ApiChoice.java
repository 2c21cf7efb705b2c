package dev.nacoscapacity.simulator.preflight;

import dev.nacoscapacity.cluster.protocol.HttpApi;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Over which generation of the HTTP API a fleet calls.
 *
 * @param api null when there is none that all nodes serve, or not the one asked for
 * @param against what speaks against those that were looked at before, a sentence a node
 */
public record ApiChoice(HttpApi api, List<String> against) {

  /** No node has been asked yet: what most servers have. */
  static final ApiChoice USUAL = new ApiChoice(HttpApi.V1, List.of());

  /**
   * The one asked for, or else the first that all nodes serve: v1, as 3.0 and 3.1 still do unless
   * told otherwise, and nodes forward what comes over it in all versions.
   *
   * @param asked null for any
   * @param missing what keeps clients from an API on each node
   */
  static ApiChoice of(HttpApi asked, Function<HttpApi, List<Optional<String>>> missing) {
    List<String> against = new ArrayList<>();
    for (HttpApi api : asked == null ? List.of(HttpApi.values()) : List.of(asked)) {
      List<String> lacking = missing.apply(api).stream().flatMap(Optional::stream).toList();
      if (lacking.isEmpty()) {
        return new ApiChoice(api, against);
      }
      against.addAll(lacking);
    }
    return new ApiChoice(null, against);
  }

  /** What keeps a run from beginning. */
  List<Problem> problems() {
    return api == null ? against.stream().map(Problem::registry).toList() : List.of();
  }
}
