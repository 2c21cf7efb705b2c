package dev.nacoscapacity.cluster.hook;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Somebody at a terminal, who is asked for one thing after the other. For many threads. */
public final class Person {

  private final InputStream in;
  private final PrintStream out;

  /** The first one is what the person is asked for now. */
  private final Deque<Request> requests = new ArrayDeque<>();

  /**
   * @param in from which the person's Enter comes
   */
  public Person(InputStream in, PrintStream out) {
    this.in = in;
    this.out = out;
  }

  /**
   * Asks for something, once all that was asked for before is done.
   *
   * @param request in words: {@code break 10.0.0.1:8848 now}
   */
  public synchronized Hook ask(String request) {
    Request asked = new Request(request);
    requests.add(asked);
    return asked;
  }

  private final class Request implements Hook {

    private final String request;
    private boolean shown;
    private boolean done;

    private Request(String request) {
      this.request = request;
    }

    @Override
    public String what() {
      return "'" + request + "'";
    }

    @Override
    public boolean ended() {
      synchronized (Person.this) {
        if (requests.peek() == this) {
          show();
          if (enter()) {
            done = true;
            requests.remove();
          }
        }
        return done;
      }
    }

    /** What was typed before the request does not answer it. */
    private void show() {
      if (!shown) {
        while (enter()) {
          continue;
        }
        out.println(">>> " + request + ": press Enter when it is done");
        shown = true;
      }
    }

    /** Does not wait for it, since a read of a terminal cannot be interrupted. */
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
      synchronized (Person.this) {
        requests.remove(this);
      }
    }
  }
}
