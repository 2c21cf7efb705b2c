package dev.nacoscapacity.bench;

import dev.nacoscapacity.core.text.Format;
import dev.nacoscapacity.core.text.Table;
import java.io.PrintStream;
import java.util.List;

/** A Markdown table that prints each row as soon as it is measured. */
final class GrowingTable {

  private final PrintStream out;
  private final Table table;

  /** Prints the heading and the header row. */
  GrowingTable(PrintStream out, String heading, String... columns) {
    this.out = out;
    this.table = BenchCommand.table(columns);
    out.printf("%n### %s%n%n", heading);
    table.lines(Format.MARKDOWN).forEach(out::println);
    out.flush();
  }

  /** Prints a row, with one cell for each column. */
  void row(Object... cells) {
    table.row(cells);
    List<String> lines = table.lines(Format.MARKDOWN);
    out.println(lines.get(lines.size() - 1));
    out.flush();
  }
}
