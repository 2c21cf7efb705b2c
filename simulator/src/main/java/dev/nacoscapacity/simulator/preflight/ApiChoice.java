package dev.nacoscapacity.simulator.preflight;

import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.core.verdict.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The generation of the HTTP API that a fleet calls.
 *
 * @param against why generations were rejected, a sentence for each node
 */
public record ApiChoice(HttpApi api, List<String> against) {

  /**
   * Chooses the requested API, or else the first one that all nodes serve. v1 comes first, since
   * 3.0 and 3.1 still serve it by default, and nodes of all versions forward its calls.
   *
   * @param requested API; empty for any
   * @param missing returns why clients cannot use an API, for each node; empty where they can
   * @throws Refusal when no API is served by all nodes, or the requested one is not
   */
  static ApiChoice of(
      Optional<HttpApi> requested, Function<HttpApi, List<Optional<String>>> missing)
      throws Refusal {
    List<String> against = new ArrayList<>();
    for (HttpApi api : requested.map(List::of).orElse(List.of(HttpApi.values()))) {
      List<String> reasons = missing.apply(api).stream().flatMap(Optional::stream).toList();
      if (reasons.isEmpty()) {
        return new ApiChoice(api, against);
      }
      against.addAll(reasons);
    }
    throw new Refusal(ExitCode.INCONCLUSIVE, against);
  }
}
