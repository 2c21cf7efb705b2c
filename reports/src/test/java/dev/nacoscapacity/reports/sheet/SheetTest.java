package dev.nacoscapacity.reports.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SheetTest {

  private final Sheet sheet =
      new Sheet(
          List.of(
              Column.text("who", "who"),
              Column.number("a second", "per_second", 1),
              Column.number("clients", "clients", 0).leftAside(),
              Column.text("remark", "remark")));

  @Test
  void shouldSetWordsToTheLeftAndNumbersToTheRight() {
    sheet.row("one", 12_345.67, 7, "fine");
    sheet.row("another", null, null, "");

    assertThat(sheet.lines(Format.TEXT))
        .containsExactly(
            "who      a second  remark", "one      12,345.7  fine", "another         -");
  }

  @Test
  void shouldKeepATerminalsLineShortWhenARemarkIsLong() {
    sheet.row("one", 1.0, 1, "x".repeat(200));

    assertThat(sheet.lines(Format.TEXT).get(1)).hasSizeLessThan(80).endsWith("x…");
    assertThat(sheet.lines(Format.MARKDOWN).get(2)).contains("x".repeat(200));
  }

  @Test
  void shouldWriteMarkdownThatNamesCannotBreak() {
    sheet.row("a|b\\<i>", 1_000.0, 7, "");

    assertThat(sheet.lines(Format.MARKDOWN))
        .containsExactly(
            "| who | a second | clients | remark |",
            "| --- | ---: | ---: | --- |",
            "| a\\|b\\\\&lt;i> | 1,000.0 | 7 |  |");
  }

  @Test
  void shouldWriteNumbersForProgramsWhenItIsCsv() throws Exception {
    sheet.row("a, \"b\"", 12_345.678, null, "");
    sheet.row("c", null, 1_000, "d");

    CsvSchema header = CsvSchema.emptySchema().withHeader();
    String csv = String.join("\n", sheet.lines(Format.CSV));
    try (MappingIterator<Map<String, String>> rows =
        new CsvMapper().readerForMapOf(String.class).with(header).readValues(csv)) {
      assertThat(rows.readAll())
          .containsExactly(
              Map.of("who", "a, \"b\"", "per_second", "12345.7", "clients", "", "remark", ""),
              Map.of("who", "c", "per_second", "", "clients", "1000", "remark", "d"));
    }
  }

  @Test
  void shouldRefuseARowThatDoesNotFit() {
    assertThatThrownBy(() -> sheet.row("one")).isInstanceOf(IllegalArgumentException.class);
  }
}
