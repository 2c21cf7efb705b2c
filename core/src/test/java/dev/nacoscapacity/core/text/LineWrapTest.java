package dev.nacoscapacity.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LineWrapTest {

  @Test
  void shouldBreakBetweenWordsAndIndentWhatFollows() {
    String text = "word ".repeat(30).strip();

    assertThat(LineWrap.lines("- ", "  ", text))
        .containsExactly("- " + "word ".repeat(18) + "word", "  " + "word ".repeat(10) + "word");
  }

  @Test
  void shouldBreakChineseAnywhereButBeforeWhatClosesAPart() {
    List<String> lines =
        LineWrap.lines("", "  ", "心跳".repeat(25) + "，延迟 p99 为 1,000 ms（阈值 500 ms）。");

    assertThat(lines)
        .containsExactly("心跳".repeat(24) + "心", "  跳，延迟 p99 为 1,000 ms（阈值 500 ms）。")
        .allSatisfy(line -> assertThat(LineWrap.width(line)).isLessThanOrEqualTo(100));
    assertThat(LineWrap.lines("", "", "心".repeat(49) + "（p99）")).element(1).isEqualTo("（p99）");
  }

  @Test
  void shouldPutALabelOfAnyLanguageBeforeAColumn() {
    assertThat(LineWrap.labelled("Load:", List.of("a", "b")))
        .containsExactly("Load:       a", "            b");
    assertThat(LineWrap.labelled("负载：", List.of("a"))).containsExactly("负载：      a");
  }

  @Test
  void shouldAlignColumnsByTheWidthOfTheirCharacters() {
    Table table = Table.of("调用", "p99");
    table.row("beat", "1");
    table.row("x", "22");

    assertThat(table.lines(Language.ENGLISH)).containsExactly("调用  p99", "beat    1", "x      22");
  }
}
