package dev.nacoscapacity.core.checker;

import static dev.nacoscapacity.core.Runs.operation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.nacoscapacity.core.Experiments;
import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.verdict.Criterion;
import dev.nacoscapacity.core.verdict.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BoundTest {

  @Test
  void shouldShowTheWorstOfAllOperations() {
    RunRecord run =
        Runs.good()
            .withOperations(
                Map.of(
                    "beat", operation(1_000, 995, Map.of(), 40),
                    "list", operation(1_000, 980, Map.of("timeout", 49L), 55)));

    assertThat(bounds(run, Criteria.defaults()).subList(0, 3))
        .extracting(Bound::measuredText, Bound::boundText, Bound::state)
        .containsExactly(
            tuple("98 %", "≥ 99 %", "broken"),
            tuple("5 %", "≤ 0.1 %", "broken"),
            tuple("40 ms", "≤ 1,000 ms", "kept"));
  }

  @Test
  void shouldCallABoundByItsOperationAndFigureInEachLanguage() {
    List<Bound> bounds =
        bounds(Runs.good(), Criteria.defaults().with("list.p99.9", 99).with("login.failed", 0));

    assertThat(bounds)
        .filteredOn(bound -> bound.criterion().name().matches("list.p99.9|login.failed"))
        .extracting(
            bound -> bound.label().text(),
            bound -> bound.label().in(Language.CHINESE),
            Bound::measuredText,
            Bound::state)
        .containsExactly(
            tuple("list p99.9", "列表查询 p99.9", "110 ms", "broken"),
            tuple("login failed calls", "登录失败率", "-", "unmeasured"));
  }

  @Test
  void shouldJudgeAnExperimentByTheBoundsOnCallsThatWereAskedForAlone() {
    RunRecord trial =
        Runs.good()
            .with()
            .operations(
                Map.of(
                    "beat", operation(1_000, 500, Map.of("refused", 100L), 9_000),
                    "sweep", operation(1_000, 1_000, Map.of("refused", 900L), 9)))
            .experiment(Experiments.good())
            .build();
    Criteria criteria = Criteria.defaults().with("failed", 0.001);

    assertThat(Judge.experiment().judge(trial, Criteria.defaults()).reasons()).isEmpty();
    assertThat(Judge.experiment().judge(trial, criteria).reasons())
        .extracting(Reason::code, reason -> reason.arguments().get("operation"))
        .containsExactly(tuple("failures", "beat"));
    assertThat(Bound.of(Judge.experiment().judged(trial, criteria)))
        .extracting(bound -> bound.criterion().name())
        .containsExactly("failed", "dataLoss", "lag.p99", "gcPause");
  }

  @Test
  void shouldNotRoundABrokenFigureToItsBound() {
    Bound failed =
        new Bound(Criterion.named("failed").orElseThrow(), "", 0.001, Optional.of(0.0010000004));

    assertThat(failed.kept()).isFalse();
    assertThat(failed.boundText()).isEqualTo("≤ 0.1 %");
    assertThat(failed.measuredText()).isEqualTo("0.10000004 %");
    assertThat(new Bound(failed.criterion(), "", 0.001, Optional.of(0.0009999996)).measuredText())
        .isEqualTo("0.1 %");
  }

  private static List<Bound> bounds(RunRecord run, Criteria criteria) {
    return Bound.of(Judge.standard().judged(run, criteria));
  }
}
