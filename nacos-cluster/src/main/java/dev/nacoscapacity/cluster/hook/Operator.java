package dev.nacoscapacity.cluster.hook;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.regex.Pattern;

/** A person at a terminal, who receives one request after the other. Thread-safe. */
public final class Operator {

  private static final Path STDIN = Path.of("/proc/self/fd/0");
  private static final Pattern TERMINAL = Pattern.compile("/dev/(pts/\\d+|tty.*|console)");

  private final InputStream in;
  private final PrintStream out;

  /** The pending requests; the first one is shown now. */
  private final Deque<Request> requests = new ArrayDeque<>();

  /**
   * @param in input on which the person confirms with Enter
   */
  public Operator(InputStream in, PrintStream out) {
    this.in = in;
    this.out = out;
  }

  /**
   * Whether somebody can answer on this process's standard input: it is a terminal. {@link
   * System#console} is null there, too, when the output is redirected, to {@code tee} for example;
   * then Linux says where the input comes from.
   */
  public static boolean canAnswer() {
    return System.console() != null || canAnswer(STDIN);
  }

  static boolean canAnswer(Path input) {
    try {
      return TERMINAL.matcher(Files.readSymbolicLink(input).toString()).matches();
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Queues a request behind the earlier ones.
   *
   * @param request in words: {@code break 10.0.0.1:8848 now}
   */
  public synchronized Hook ask(String request) {
    Request entry = new Request(request);
    requests.add(entry);
    return entry;
  }

  private final class Request implements Hook {

    private final String request;
    private boolean shown;
    private boolean answered;

    private Request(String request) {
      this.request = request;
    }

    @Override
    public String what() {
      return "'" + request + "'";
    }

    @Override
    public boolean ended() {
      synchronized (Operator.this) {
        if (requests.peek() == this) {
          show();
          if (enter()) {
            answered = true;
            requests.remove();
          }
        }
        return answered;
      }
    }

    /** Shows the first request; input from before does not confirm it. */
    private void show() {
      if (!shown) {
        while (enter()) {
          continue;
        }
        out.println(">>> " + request + ": press Enter when it is done");
        shown = true;
      }
    }

    /** Polls the input for Enter, since a blocking read of a terminal cannot be interrupted. */
    private boolean enter() {
      try {
        while (in.available() > 0) {
          if (in.read() == '\n') {
            return true;
          }
        }
        return false;
      } catch (IOException e) {
        throw new HookException("nobody can confirm " + what() + ": " + e.getMessage());
      }
    }

    @Override
    public Optional<String> failure() {
      return Optional.empty();
    }

    @Override
    public void cancel() {
      synchronized (Operator.this) {
        requests.remove(this);
      }
    }
  }
}
