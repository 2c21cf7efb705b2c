package dev.nacoscapacity.reports.verdict;

import java.util.List;

/**
 * The verdict of a run on the registry.
 *
 * @param reasons worst first; empty only for a pass
 * @param criteria the bounds of the verdict
 */
public record Verdict(Status status, List<Reason> reasons, Criteria criteria) {

  public Verdict {
    reasons = reasons == null ? List.of() : List.copyOf(reasons);
  }
}
