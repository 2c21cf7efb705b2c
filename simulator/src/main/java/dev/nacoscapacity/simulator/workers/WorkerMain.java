package dev.nacoscapacity.simulator.workers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nacoscapacity.core.cli.Conventions;
import dev.nacoscapacity.core.cli.UsageException;
import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/** The main class of a worker: reads an assignment from stdin, and runs a shard of the fleet. */
public final class WorkerMain {

  /** The file to which messages for the parent are written. */
  static final String MESSAGES = "/dev/fd/3";

  private WorkerMain() {}

  public static void main(String[] args) {
    Conventions.exit(WorkerMain::work);
  }

  private static int work() throws IOException {
    // Ctrl-C reaches the whole process group; the parent decides what happens.
    Signal.handle(new Signal("INT"), SignalHandler.SIG_IGN);
    Signal.handle(new Signal("HUP"), SignalHandler.SIG_IGN);
    BufferedReader fromParent = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    String line = fromParent.readLine();
    if (line == null
        || !(WorkerMessage.parse(line) instanceof WorkerMessage.Assignment assignment)) {
      throw new UsageException("this is a part of bin/simulator, which starts it when it needs it");
    }
    PrintStream toParent = new PrintStream(new FileOutputStream(MESSAGES), true, UTF_8);
    return new Worker(assignment, fromParent, toParent).run();
  }
}
