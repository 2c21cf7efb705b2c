package dev.nacoscapacity.simulator.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nacoscapacity.core.cli.NonBlockingStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Stderr, with a board at the bottom if it is a terminal. Printed text appears above the board,
 * without any action by the caller.
 */
public final class Console extends PrintStream {

  private static final String NO_COLOUR = "NO_COLOR";

  private final Optional<Screen> screen;
  private final boolean colours;
  private final boolean unicode;

  private Console(
      OutputStream out,
      Charset charset,
      Optional<Screen> screen,
      boolean colours,
      boolean unicode) {
    super(out, true, charset);
    this.screen = screen;
    this.colours = colours;
    this.unicode = unicode;
  }

  /** Wraps a stream, with a board if it is a terminal; returns a console unchanged. */
  public static Console on(PrintStream err) {
    if (err instanceof Console console) {
      return console;
    }
    Map<String, String> environment = System.getenv();
    boolean standard = err == System.err;
    Charset charset = standard ? NonBlockingStream.charset() : UTF_8;
    Optional<Terminal> terminal =
        standard ? Terminal.ofStandardError(environment) : Optional.empty();
    if (terminal.isEmpty()) {
      return new Console(err, charset, Optional.empty(), false, false);
    }
    Screen screen = new Screen(err, terminal.get(), charset);
    terminal.get().follow(screen::forget);
    // See no-color.org: colours are off if the variable is set and not empty.
    boolean colours = environment.getOrDefault(NO_COLOUR, "").isEmpty();
    boolean unicode = charset.newEncoder().canEncode('█');
    return new Console(screen, charset, Optional.of(screen), colours, unicode);
  }

  boolean isTerminal() {
    return screen.isPresent();
  }

  /** A line of the terminal's width, without the last column. */
  StyledLine line() {
    return new StyledLine(screen.orElseThrow().columns() - 1, colours);
  }

  /** Whether bars may be made of block characters. */
  boolean isUnicode() {
    return unicode;
  }

  /** Replaces the board; no lines mean none. */
  void show(List<StyledLine> board) {
    try {
      screen.orElseThrow().show(board);
    } catch (IOException e) {
      setError();
    }
  }
}
