package dev.nacoscapacity.core.checker;

import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Reason;
import java.util.List;

/** Looks at one aspect of a run. A pure function: the same record gives the same reasons. */
@FunctionalInterface
public interface Checker {

  /** The reasons against a pass, in any order; empty when there are none. */
  List<Reason> check(RunRecord run, Criteria criteria);
}
