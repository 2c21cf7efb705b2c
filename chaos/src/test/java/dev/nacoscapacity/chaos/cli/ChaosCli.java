package dev.nacoscapacity.chaos.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/** A command run in this process, with its output kept. */
record ChaosCli(int exitCode, String out, String err) {

  static ChaosCli run(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        ChaosMain.commandLine(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8))
            .execute(args);
    return new ChaosCli(exitCode, out.toString(UTF_8), err.toString(UTF_8));
  }
}
