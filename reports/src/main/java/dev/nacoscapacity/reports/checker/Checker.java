package dev.nacoscapacity.reports.checker;

import dev.nacoscapacity.reports.record.RunRecord;
import dev.nacoscapacity.reports.verdict.Criteria;
import dev.nacoscapacity.reports.verdict.Reason;
import java.util.List;

/** Looks at one aspect of a run. A pure function: the same record gives the same reasons. */
@FunctionalInterface
public interface Checker {

  /** The reasons against a pass, in any order; empty when there are none. */
  List<Reason> check(RunRecord run, Criteria criteria);
}
