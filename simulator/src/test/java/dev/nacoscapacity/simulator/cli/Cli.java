package dev.nacoscapacity.simulator.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The command line in this process, with its output kept. */
final class Cli {

  private static final Duration PATIENCE = Duration.ofSeconds(120);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final CompletableFuture<Integer> exitCode;

  private Cli(String... args) {

    PrintStream stdout = new PrintStream(out, true, UTF_8);
    PrintStream stderr = new PrintStream(err, true, UTF_8);
    exitCode = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> exitCode.complete(SimulatorMain.commandLine(stdout, stderr).execute(args)));
    thread.setDaemon(true);
    thread.start();
  }

  /** Starts a command and returns at once. */
  static Cli start(String... args) {
    return new Cli(words(args).toArray(String[]::new));
  }

  static Cli start(List<String> args) {
    return start(args.toArray(String[]::new));
  }

  /** Runs a command to its end. */
  static Cli run(String... args) {
    Cli cli = start(args);
    cli.exitCode();
    return cli;
  }

  /** Waits until a line on stderr begins so. */
  Cli untilSaid(String beginning) {
    await().atMost(PATIENCE).until(() -> hasPrinted(beginning) || exitCode.isDone());
    assertThat(hasPrinted(beginning)).as(err()).isTrue();
    return this;
  }

  private boolean hasPrinted(String beginning) {
    return err().lines().anyMatch(line -> line.startsWith(beginning));
  }

  /** Waits for the end. */
  int exitCode() {
    return exitCode.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
  }

  String out() {
    return out.toString(UTF_8);
  }

  String err() {
    return err.toString(UTF_8);
  }

  static Cli run(List<String> args) {
    return run(args.toArray(String[]::new));
  }

  /**
   * Each word by itself.
   *
   * @param args some of one word, others of several
   */
  static List<String> words(String... args) {
    return Arrays.stream(args)
        .flatMap(arg -> Arrays.stream(arg.split(" ")))
        .filter(word -> !word.isEmpty())
        .toList();
  }
}
