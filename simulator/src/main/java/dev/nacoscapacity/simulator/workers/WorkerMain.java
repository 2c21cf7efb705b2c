package dev.nacoscapacity.simulator.workers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.Locale;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/** The main class of a worker: reads an assignment from stdin, and runs a shard of the fleet. */
public final class WorkerMain {

  /** The file to which messages for the parent are written. */
  static final String MESSAGES = "/dev/fd/3";

  private WorkerMain() {}

  public static void main(String[] args) throws IOException {
    // Numbers have the same format in every locale: 1,000.5.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    // Ctrl-C reaches the whole process group; the parent decides what happens.
    Signal.handle(new Signal("INT"), SignalHandler.SIG_IGN);
    Signal.handle(new Signal("HUP"), SignalHandler.SIG_IGN);
    BufferedReader fromParent = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    String line = fromParent.readLine();
    if (line == null
        || !(WorkerMessage.parse(line) instanceof WorkerMessage.Assignment assignment)) {
      System.err.println("this is a part of bin/simulator, which starts it when it needs it");
      System.exit(64);
      return;
    }
    PrintStream toParent = new PrintStream(new FileOutputStream(MESSAGES), true, UTF_8);
    System.exit(new Worker(assignment, fromParent, toParent).run());
  }
}
