package dev.nacoscapacity.core.published;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.text.Format;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadCeilingsTest {

  @Test
  void shouldBeThreadsByResponseTime() {
    assertThat(ThreadCeilings.ceiling(1200, 10)).isEqualTo(120_000);
    assertThat(ThreadCeilings.ceiling(400, 30_000)).isBetween(13.3, 13.4);
  }

  @Test
  void shouldSayWhereThreadsBind() {
    assertThat(ThreadCeilings.word(0.9)).isEqualTo("YES");
    assertThat(ThreadCeilings.word(1)).isEqualTo("just");
    assertThat(ThreadCeilings.word(5)).isEqualTo("no");
  }

  @Test
  void shouldHaveARowForEachPublishedOneThatTellsEnough() {
    List<String> csv = ThreadCeilings.table().lines(Format.CSV);

    assertThat(csv).anyMatch(row -> row.startsWith("off,1200,10,120000,60000,24000,5,no"));
    assertThat(csv).anyMatch(row -> row.contains("2000,60,33333") && row.contains("YES"));
    assertThat(csv).anyMatch(row -> row.contains("1000,60,16666") && row.contains("YES"));
  }
}
