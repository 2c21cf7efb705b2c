package dev.nacoscapacity.simulator.preflight;

import dev.nacoscapacity.cluster.protocol.HttpApi;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The generation of the HTTP API that a fleet calls.
 *
 * @param api null when there is none that all nodes serve, or the requested one is not served
 * @param against why generations were rejected, a sentence for each node
 */
public record ApiChoice(HttpApi api, List<String> against) {

  /** The default before any node is queried: the API that most servers have. */
  static final ApiChoice USUAL = new ApiChoice(HttpApi.V1, List.of());

  /**
   * Chooses the requested API, or else the first one that all nodes serve. v1 comes first, since
   * 3.0 and 3.1 still serve it by default, and nodes of all versions forward its calls.
   *
   * @param requested API; null for any
   * @param missing returns why clients cannot use an API, for each node; empty where they can
   */
  static ApiChoice of(HttpApi requested, Function<HttpApi, List<Optional<String>>> missing) {
    List<String> against = new ArrayList<>();
    for (HttpApi api : requested == null ? List.of(HttpApi.values()) : List.of(requested)) {
      List<String> reasons = missing.apply(api).stream().flatMap(Optional::stream).toList();
      if (reasons.isEmpty()) {
        return new ApiChoice(api, against);
      }
      against.addAll(reasons);
    }
    return new ApiChoice(null, against);
  }

  /** The problems that prevent the run. */
  List<Problem> problems() {
    return api == null ? against.stream().map(Problem::registry).toList() : List.of();
  }
}
