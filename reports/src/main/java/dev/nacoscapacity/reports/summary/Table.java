package dev.nacoscapacity.reports.summary;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns as wide as their longest cell: the first to the left, others right. */
public final class Table {

  private static final String GAP = "  ";

  private final List<String[]> rows = new ArrayList<>();

  public Table(String... headings) {
    rows.add(headings);
  }

  public void row(String... cells) {
    rows.add(cells);
  }

  public List<String> lines() {
    int[] widths = new int[rows.get(0).length];
    for (String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private static String line(String[] row, int[] widths) {
    StringBuilder line = new StringBuilder(row[0]).append(" ".repeat(widths[0] - row[0].length()));
    for (int i = 1; i < row.length; i++) {
      line.append(GAP).append(" ".repeat(widths[i] - row[i].length())).append(row[i]);
    }
    return line.toString();
  }
}
