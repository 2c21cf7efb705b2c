package dev.nacoscapacity.simulator.console;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.List;

/**
 * A terminal with a board at its bottom, which is redrawn in place. Other text is written above the
 * board. No terminal mode stays on between two writes, so that a process killed at any moment
 * leaves a working terminal.
 *
 * <p>Lines are cut to the width, never wrapped. A terminal that is made narrower wraps existing
 * lines itself; the board then computes how many rows it takes.
 */
final class Screen extends OutputStream {

  /** How many characters a terminal shows, at this moment. */
  interface Size {
    int columns();

    int rows();
  }

  private static final String UP = "\033[%dA";
  private static final String ERASE_TO_END_OF_LINE = "\033[K";
  private static final String ERASE_BELOW = "\033[J";
  private static final String WRAP_OFF = "\033[?7l";
  private static final String WRAP_ON = "\033[?7h";

  private final OutputStream out;
  private final Size size;
  private final Charset charset;
  private List<StyledLine> board = List.of();
  private List<StyledLine> drawn = List.of();
  private boolean atLineStart = true;

  Screen(OutputStream out, Size size, Charset charset) {
    this.out = out;
    this.size = size;
    this.charset = charset;
  }

  /** The width that lines should have. */
  int columns() {
    return size.columns();
  }

  /** Replaces the board; no lines mean none. */
  synchronized void show(List<StyledLine> lines) throws IOException {
    board = List.copyOf(lines);
    if (atLineStart) {
      draw();
    }
  }

  /** Forgets the drawn board, since the cursor has moved: the next board begins at the cursor. */
  synchronized void forget() {
    drawn = List.of();
  }

  @Override
  public synchronized void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return;
    }
    if (!drawn.isEmpty()) {
      put(toTop() + ERASE_BELOW);
      drawn = List.of();
    }
    out.write(bytes, offset, length);
    atLineStart = bytes[offset + length - 1] == '\n';
  }

  @Override
  public synchronized void flush() throws IOException {
    if (atLineStart && drawn.isEmpty()) {
      draw();
    }
    out.flush();
  }

  private void draw() throws IOException {
    int most = Math.max(0, size.rows() - 1);
    List<StyledLine> lines = board.subList(0, Math.min(board.size(), most));
    StringBuilder text = new StringBuilder(toTop());
    if (!lines.isEmpty()) {
      text.append(WRAP_OFF);
      lines.forEach(line -> text.append(line.text()).append(ERASE_TO_END_OF_LINE).append('\n'));
      text.append(WRAP_ON);
    }
    if (!drawn.isEmpty()) {
      text.append(ERASE_BELOW);
    }
    put(text.toString());
    out.flush();
    drawn = lines;
  }

  /** Moves the cursor to the start of the current board; typed text stays in the last row. */
  private String toTop() {
    int columns = Math.max(1, size.columns());
    int rows = 0;
    for (StyledLine line : drawn) {
      rows += Math.max(1, (line.length() + columns - 1) / columns);
    }
    return rows == 0 ? "" : "\r" + UP.formatted(rows);
  }

  private void put(String text) throws IOException {
    out.write(text.getBytes(charset));
  }
}
