package dev.nacoscapacity.simulator.console;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sun.misc.Signal;

/**
 * The terminal behind this process's stderr. Its size is read by {@code stty}, which every Linux
 * has, at the start and whenever the kernel signals a change.
 */
final class Terminal implements Screen.Size {

  private static final Path STDERR = Path.of("/proc/self/fd/2");
  private static final Pattern DEVICE = Pattern.compile("/dev/(pts/\\d+|tty.*|console)");
  private static final Pattern SIZE = Pattern.compile("(\\d+) (\\d+)\\s*");
  private static final int USUAL_COLUMNS = 80;
  private static final int USUAL_ROWS = 24;

  private final File device;
  private volatile int columns = USUAL_COLUMNS;
  private volatile int rows = USUAL_ROWS;

  private Terminal(File device) {
    this.device = device;
  }

  /** Empty when stderr goes elsewhere, or to a terminal whose cursor cannot be moved. */
  static Optional<Terminal> ofStandardError(Map<String, String> environment) {
    if (environment.getOrDefault("TERM", "dumb").equals("dumb")) {
      return Optional.empty();
    }
    try {
      return Optional.of(Files.readSymbolicLink(STDERR))
          .filter(device -> DEVICE.matcher(device.toString()).matches())
          .map(device -> new Terminal(device.toFile()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Follows the size from now on.
   *
   * @param resumed callback when the process continues after Ctrl-Z; the shell has written to the
   *     terminal meanwhile
   */
  void follow(Runnable resumed) {
    read();
    Signal.handle(new Signal("WINCH"), signal -> read());
    Signal.handle(new Signal("CONT"), signal -> resumed.run());
  }

  @Override
  public int columns() {
    return columns;
  }

  @Override
  public int rows() {
    return rows;
  }

  private void read() {
    try {
      Process stty = new ProcessBuilder("stty", "size").redirectInput(device).start();
      Matcher size = SIZE.matcher(new String(stty.getInputStream().readAllBytes(), US_ASCII));
      if (size.matches() && !size.group(2).equals("0")) {
        rows = Integer.parseInt(size.group(1));
        columns = Integer.parseInt(size.group(2));
      }
    } catch (IOException e) {
      // Without stty the size stays what it was.
    }
  }
}
