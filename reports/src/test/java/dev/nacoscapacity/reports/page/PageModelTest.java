package dev.nacoscapacity.reports.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.stats.Operation;
import gg.jte.output.StringOutput;
import java.time.Instant;
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

  @Test
  void shouldTellEventsInBothLanguages() {
    assertThat(html(Event.FAULT, Map.of("fault", "kill", "node", "node5", "state", "healed")))
        .contains(
            "data-en=\"fault kill; node node5; state healed\"",
            "data-zh=\"故障 杀死；节点 node5；状态 已修复\"");
    assertThat(html(Event.WAVE, Map.of("wave", "deploy", "number", 2)))
        .contains("data-en=\"number 2; wave deploy\"", "data-zh=\"编号 2；波次 滚动发布\"");
    assertThat(html(Event.MESSAGE, Map.of("text", "slow", "other", 1)))
        .contains("data-en=\"slow; other 1\"", "data-zh=\"slow；other 1\"");
  }

  private static String html(String kind, Map<String, Object> fields) {
    StringOutput written = new StringOutput();
    PageModel.sentence(new Event(Instant.EPOCH, 0, kind, fields)).writeTo(written);
    return written.toString();
  }
}
