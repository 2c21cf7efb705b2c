package dev.nacoscapacity.simulator.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes what a program writes, and knows the rows that a person would see. Scrolls never. */
final class FakeTerminal extends ByteArrayOutputStream implements Screen.Size {

  private static final Pattern STEP =
      Pattern.compile("\033\\[([?\\d]*)([A-Za-z])|\r|\n|[^\033\r\n]");

  private int columns;
  private int rows;

  FakeTerminal(int columns, int rows) {
    this.columns = columns;
    this.rows = rows;
  }

  @Override
  public int columns() {
    return columns;
  }

  @Override
  public int rows() {
    return rows;
  }

  void resize(int columns, int rows) {
    this.columns = columns;
    this.rows = rows;
  }

  /** What stands there, without empty rows at the end. */
  List<String> text() {
    List<StringBuilder> lines = new ArrayList<>(List.of(new StringBuilder()));
    int row = 0;
    int column = 0;
    Matcher step = STEP.matcher(toString(UTF_8));
    while (step.find()) {
      switch (step.group(2) == null ? step.group() : "CSI " + step.group(2)) {
        case "\r" -> column = 0;
        case "\n" -> {
          row++;
          column = 0;
          if (row == lines.size()) {
            lines.add(new StringBuilder());
          }
        }
        case "CSI A" -> row -= Integer.parseInt(step.group(1));
        case "CSI K" -> lines.get(row).setLength(column);
        case "CSI J" -> {
          lines.get(row).setLength(column);
          lines.subList(row + 1, lines.size()).clear();
        }
        case "CSI h", "CSI l", "CSI m" -> {}
        default -> {
          StringBuilder line = lines.get(row);
          line.setLength(Math.max(line.length(), column));
          line.replace(column, Math.min(column + 1, line.length()), step.group());
          column++;
        }
      }
    }
    List<String> text = new ArrayList<>(lines.stream().map(StringBuilder::toString).toList());
    while (!text.isEmpty() && text.get(text.size() - 1).isEmpty()) {
      text.remove(text.size() - 1);
    }
    return text;
  }
}
