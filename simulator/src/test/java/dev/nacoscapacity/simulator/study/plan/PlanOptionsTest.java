package dev.nacoscapacity.simulator.study.plan;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.core.cli.Conventions;
import dev.nacoscapacity.core.cli.UsageException;
import org.junit.jupiter.api.Test;

class PlanOptionsTest {

  @Test
  void shouldSayWhereItLookedForAPlanThatIsNone() {
    PlanOptions options = new PlanOptions();
    Conventions.parser(options).parseArgs("nonsense");

    assertThatThrownBy(options::source)
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("no plan 'nonsense': neither a file, nor one of plans/");
  }
}
