package dev.nacoscapacity.jmeter.fleet;

import java.io.OutputStream;
import java.io.PrintStream;

/** Passes text on, and remembers the last line, in which a command reports why it failed. */
final class LastLine extends PrintStream {

  private final PrintStream next;
  private volatile String last = "";

  LastLine(PrintStream next) {
    super(OutputStream.nullOutputStream());
    this.next = next;
  }

  String text() {
    return last;
  }

  @Override
  public void println(String line) {
    remember(line);
    next.println(line);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    remember(new String(bytes, offset, length));
    next.write(bytes, offset, length);
  }

  private void remember(String text) {
    text.lines().filter(line -> !line.isBlank()).forEach(line -> last = line.strip());
  }
}
