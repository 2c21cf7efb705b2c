package dev.nacoscapacity.bench;

import dev.nacoscapacity.reports.text.Format;
import dev.nacoscapacity.reports.text.Table;
import java.io.PrintStream;
import java.util.List;

/** A Markdown table that shows each row as soon as it was measured. */
final class GrowingTable {

  private final PrintStream out;
  private final Table table;

  /** Prints what stands above the first row. */
  GrowingTable(PrintStream out, String heading, String... columns) {
    this.out = out;
    this.table = BenchCommand.table(columns);
    out.printf("%n### %s%n%n", heading);
    table.lines(Format.MARKDOWN).forEach(out::println);
    out.flush();
  }

  /** Prints a row, one cell a column. */
  void row(Object... cells) {
    table.row(cells);
    List<String> lines = table.lines(Format.MARKDOWN);
    out.println(lines.get(lines.size() - 1));
    out.flush();
  }
}
