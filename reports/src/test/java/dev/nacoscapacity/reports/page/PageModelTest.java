package dev.nacoscapacity.reports.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.Operation;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PageModelTest {

  @Test
  void shouldNotCountPushesAsOfferedLoad() {
    OperationResult each = Runs.operation(12_000, 12_000, Map.of(), 40);
    RunRecord run = Runs.good().withOperations(Map.of("beat", each, Operation.PUSH.label(), each));

    PageModel page = new PageModel(run, "run", List.of(), List.of(), null, null);

    assertThat(page.offered()).hasValue("200");
  }
}
