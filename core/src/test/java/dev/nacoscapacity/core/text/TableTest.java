package dev.nacoscapacity.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TableTest {

  private final Table table =
      new Table(
          List.of(
              Column.text("who", "who"),
              Column.number("a second", "per_second", 1),
              Column.number("clients", "clients", 0).onlyWide(),
              Column.text("remark", "remark")));

  @Test
  void shouldAlignTextLeftAndNumbersRight() {
    table.row("one", 12_345.67, 7, "fine");
    table.row("another", null, null, "");

    assertThat(table.lines(Format.TEXT))
        .containsExactly(
            "who      a second  remark", "one      12,345.7  fine", "another         -");
  }

  @Test
  void shouldKeepATerminalsLineShortWhenARemarkIsLong() {
    table.row("one", 1.0, 1, "x".repeat(200));

    assertThat(table.lines(Format.TEXT).get(1)).hasSizeLessThan(80).endsWith("x…");
    assertThat(table.lines(Format.MARKDOWN).get(2)).contains("x".repeat(200));
  }

  @Test
  void shouldTruncateNoTextOfAWholeTable() {
    String longText = "x".repeat(200);
    List<Table.Field<String>> fields = List.of(Table.Field.text("remark", text -> text));

    assertThat(Table.whole(List.of(longText), fields).lines(Language.ENGLISH)).contains(longText);
    assertThat(Table.of(List.of(longText), fields).lines(Language.ENGLISH))
        .doesNotContain(longText);
  }

  @Test
  void shouldEscapeNamesInMarkdown() {
    table.row("a|b\\<i>", 1_000.0, 7, "");

    assertThat(table.lines(Format.MARKDOWN))
        .containsExactly(
            "| who | a second | clients | remark |",
            "| --- | ---: | ---: | --- |",
            "| a\\|b\\\\&lt;i> | 1,000.0 | 7 |  |");
  }

  @Test
  void shouldWriteNumbersForProgramsWhenItIsCsv() throws Exception {
    table.row("a, \"b\"", 12_345.678, null, "");
    table.row("c", null, 1_000, "d");

    CsvSchema header = CsvSchema.emptySchema().withHeader();
    String csv = String.join("\n", table.lines(Format.CSV));
    try (MappingIterator<Map<String, String>> rows =
        new CsvMapper().readerForMapOf(String.class).with(header).readValues(csv)) {
      assertThat(rows.readAll())
          .containsExactly(
              Map.of("who", "a, \"b\"", "per_second", "12345.7", "clients", "", "remark", ""),
              Map.of("who", "c", "per_second", "", "clients", "1000", "remark", "d"));
    }
  }

  @Test
  void shouldWriteAnArrayOfObjectsWithTheSameKeysWhenItIsJson() throws Exception {
    table.row("a \"b\"\n<i>", 12_345.678, null, Optional.empty());
    table.row("c", Double.NaN, new BigDecimal("0.5"), "d");
    table.row("e", 1e9, 1_000L, "");

    assertThat(String.join("\n", table.lines(Format.JSON)))
        .isEqualTo(
            """
            [
            {"who":"a \\"b\\"\\n<i>","per_second":12345.7,"clients":null,"remark":null},
            {"who":"c","per_second":null,"clients":0.5,"remark":"d"},
            {"who":"e","per_second":1000000000,"clients":1000,"remark":""}
            ]""");
    assertThat(new Table(List.of(Column.text("who", "who"))).lines(Format.JSON))
        .containsExactly("[", "]");
  }

  @Test
  void shouldRefuseARowThatDoesNotFit() {
    assertThatThrownBy(() -> table.row("one")).isInstanceOf(IllegalArgumentException.class);
  }
}
