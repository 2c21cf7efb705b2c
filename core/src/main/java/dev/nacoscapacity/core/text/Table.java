package dev.nacoscapacity.core.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows of text and numbers, written as text, Markdown, CSV or JSON. An empty cell is unknown. */
public final class Table {

  private static final String GAP = "  ";
  private static final MathContext DIGITS = new MathContext(6);
  private static final CsvMapper CSV = new CsvMapper();
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN).build();

  private final List<Column> columns;
  private final List<Object[]> rows = new ArrayList<>();

  /** Whether long texts are truncated on a terminal. */
  private final boolean cut;

  /** A table that truncates long texts on a terminal. */
  public Table(List<Column> columns) {
    this(columns, true);
  }

  private Table(List<Column> columns, boolean cut) {
    this.columns = List.copyOf(columns);
    this.cut = cut;
  }

  /** A column, and the function that gives its cell for an item. */
  public record Field<T>(Column column, Function<T, Object> cell) {

    /** A field of text whose heading is also its name for programs. */
    public static <T> Field<T> text(String heading, Function<T, Object> cell) {
      return new Field<>(Column.text(heading, heading), cell);
    }

    /** A field of numbers whose heading is also its name for programs. */
    public static <T> Field<T> number(String heading, int decimals, Function<T, Object> cell) {
      return number(heading, heading, decimals, cell);
    }

    /** A field of numbers. */
    public static <T> Field<T> number(
        String heading, String name, int decimals, Function<T, Object> cell) {
      return new Field<>(Column.number(heading, name, decimals), cell);
    }
  }

  /** A table with one row for each item, which truncates long texts on a terminal. */
  public static <T> Table of(List<T> items, List<Field<T>> fields) {
    return filled(items, fields, true);
  }

  /** A table with one row for each item, which truncates no text. */
  public static <T> Table whole(List<T> items, List<Field<T>> fields) {
    return filled(items, fields, false);
  }

  private static <T> Table filled(List<T> items, List<Field<T>> fields, boolean cut) {
    Table table = new Table(fields.stream().map(Field::column).toList(), cut);
    items.forEach(
        item -> table.row(fields.stream().map(field -> field.cell().apply(item)).toArray()));
    return table;
  }

  /** A table for a terminal: the first column left-aligned, all others right-aligned. */
  public static Table of(List<String> headings) {
    List<Column> columns =
        IntStream.range(0, headings.size())
            .mapToObj(
                i -> {
                  String heading = headings.get(i);
                  return i == 0
                      ? Column.text(heading, heading)
                      : Column.number(heading, heading, 0);
                })
            .toList();
    return new Table(columns, false);
  }

  /** A table for a terminal: the first column left-aligned, all others right-aligned. */
  public static Table of(String... headings) {
    return of(List.of(headings));
  }

  /**
   * Adds a row.
   *
   * @param cells one for each column: a {@link Number} in a column of numbers, an {@link Optional}
   *     of one, or what a record does not have
   */
  public void row(Object... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(cells.length + " cells for " + columns.size());
    }
    rows.add(
        Arrays.stream(cells)
            .map(cell -> cell instanceof Optional<?> known ? known.orElse(null) : cell)
            .toArray());
  }

  /** The table, with headings in English. */
  public List<String> lines(Format format) {
    return lines(format, Language.ENGLISH);
  }

  /** The table, with headings in a language where people read it. */
  public List<String> lines(Format format, Language language) {
    return switch (format) {
      case TEXT -> lines(language);
      case MARKDOWN -> markdown(language);
      case CSV -> csv();
      case JSON -> json();
    };
  }

  /** The table as text. */
  public List<String> lines(Language language) {
    List<Integer> columnsShown =
        IntStream.range(0, columns.size()).filter(i -> !columns.get(i).wideOnly()).boxed().toList();
    List<String[]> shown = shown(language, cut ? Column::showShort : Column::show);
    int[] widths = new int[columns.size()];
    for (String[] row : shown) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], LineWrap.width(row[i]));
      }
    }
    return shown.stream().map(row -> line(row, widths, columnsShown)).toList();
  }

  private String line(String[] row, int[] widths, List<Integer> columnsShown) {
    StringBuilder line = new StringBuilder();
    for (int i : columnsShown) {
      String space = " ".repeat(widths[i] - LineWrap.width(row[i]));
      line.append(line.length() == 0 ? "" : GAP);
      line.append(columns.get(i).numeric() ? space + row[i] : row[i] + space);
    }
    return line.toString().stripTrailing();
  }

  private List<String> markdown(Language language) {
    List<String> lines = new ArrayList<>();
    for (String[] row : shown(language, Column::show)) {
      lines.add(
          Arrays.stream(row)
              .map(cell -> cell.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;"))
              .collect(Collectors.joining(" | ", "| ", " |")));
    }
    lines.add(
        1,
        columns.stream()
            .map(column -> column.numeric() ? "---:" : "---")
            .collect(Collectors.joining(" | ", "| ", " |")));
    return lines;
  }

  private List<String[]> shown(Language language, BiFunction<Column, Object, String> how) {
    List<String[]> shown = new ArrayList<>();
    shown.add(columns.stream().map(Column::heading).map(language::heading).toArray(String[]::new));
    for (Object[] row : rows) {
      String[] cells = new String[row.length];
      for (int i = 0; i < row.length; i++) {
        cells[i] = how.apply(columns.get(i), row[i]);
      }
      shown.add(cells);
    }
    return shown;
  }

  private List<String> csv() {
    CsvSchema.Builder schema = CsvSchema.builder();
    columns.forEach(column -> schema.addColumn(column.name()));
    StringBuilder csv = new StringBuilder();
    try {
      csv.append(String.join(",", columns.stream().map(Column::name).toList())).append('\n');
      for (Object[] row : rows) {
        csv.append(
            CSV.writer(schema.build())
                .writeValueAsString(Arrays.stream(row).map(Table::plain).toArray()));
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("a row that is no CSV", e);
    }
    return csv.toString().lines().toList();
  }

  /** An object a line, so that tools for lines can read it, too. */
  private List<String> json() {
    List<String> lines = new ArrayList<>(List.of("["));
    for (int i = 0; i < rows.size(); i++) {
      Map<String, Object> object = new LinkedHashMap<>();
      for (int column = 0; column < columns.size(); column++) {
        object.put(columns.get(column).name(), shortened(rows.get(i)[column]));
      }
      try {
        lines.add(JSON.writeValueAsString(object) + (i < rows.size() - 1 ? "," : ""));
      } catch (JsonProcessingException e) {
        throw new IllegalArgumentException("a row that is no JSON", e);
      }
    }
    lines.add("]");
    return lines;
  }

  /** An empty text stands for what is unknown, since Jackson would also omit the comma. */
  private static Object plain(Object cell) {
    Object value = shortened(cell);
    return value == null ? "" : value instanceof BigDecimal number ? number.toPlainString() : value;
  }

  /** Six digits are more precise than any measurement; neither format has a word for infinity. */
  private static Object shortened(Object cell) {
    if (cell instanceof Double number) {
      return Double.isFinite(number)
          ? new BigDecimal(number).round(DIGITS).stripTrailingZeros()
          : null;
    }
    return cell == null || cell instanceof Number || cell instanceof Boolean
        ? cell
        : cell.toString();
  }
}
