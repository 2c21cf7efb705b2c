package dev.nacoscapacity.simulator.study.plan;

import java.util.List;

/**
 * The runs that answer a question.
 *
 * @param question in words, for the head of the result
 * @param rows the runs in order, one or more
 */
public record Plan(String question, List<PlanRow> rows) {

  public Plan {
    rows = List.copyOf(rows);
  }

  /** The same plan with every row's sizes changed. */
  public Plan scaled(Scale scale) {
    return new Plan(question, rows.stream().map(scale::apply).toList());
  }
}
