package dev.nacoscapacity.reports.verdict;

import java.util.List;

/**
 * What a run says about the registry.
 *
 * @param reasons worst first; empty only for a pass
 * @param criteria the bounds that decided
 */
public record Verdict(Status status, List<Reason> reasons, Criteria criteria) {

  public Verdict {
    reasons = reasons == null ? List.of() : List.copyOf(reasons);
  }
}
