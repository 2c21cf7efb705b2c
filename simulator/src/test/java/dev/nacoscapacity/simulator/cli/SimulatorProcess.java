package dev.nacoscapacity.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The simulator in a process of its own, with what it prints. */
final class SimulatorProcess implements AutoCloseable {

  private final Path folder;
  private final Process process;

  private SimulatorProcess(Path folder, Process process) {
    this.folder = folder;
    this.process = process;
  }

  /**
   * Starts the simulator, in a process group of its own.
   *
   * @param folder to work in, and for what it prints
   * @param script for a shell, where {@code "$@"} is the simulator
   */
  static SimulatorProcess start(Path folder, String script, List<String> args) throws IOException {
    List<String> command = new ArrayList<>();
    // A build in a shell's background ignores SIGINT, and its children would.
    command.addAll(List.of("env", "--default-signal=INT", "setsid", "bash", "-c", script, "bash"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(SimulatorMain.class.getName());
    command.addAll(Cli.words(args.toArray(String[]::new)));
    return new SimulatorProcess(
        folder,
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(folder.resolve("out.txt").toFile())
            .redirectError(folder.resolve("err.txt").toFile())
            .start());
  }

  String err() throws IOException {
    return Files.readString(folder.resolve("err.txt"));
  }

  String out() throws IOException {
    return Files.readString(folder.resolve("out.txt"));
  }

  /** Waits until a line on stderr begins so. */
  void untilSaid(String beginning) throws IOException {
    await().atMost(Duration.ofSeconds(90)).until(() -> hasPrinted(beginning) || !process.isAlive());
    assertThat(hasPrinted(beginning)).as(err()).isTrue();
  }

  private boolean hasPrinted(String beginning) throws IOException {
    return err().lines().anyMatch(line -> line.startsWith(beginning));
  }

  void signal(String name) throws Exception {
    assertThat(kill(name, Long.toString(process.pid()))).isZero();
  }

  /** For one that may end by itself at any moment. */
  void signalIfThere(String name) throws Exception {
    kill(name, Long.toString(process.pid()));
  }

  /** As a terminal does. */
  void signalGroup(String name) throws Exception {
    assertThat(kill(name, "-" + process.pid())).isZero();
  }

  private static int kill(String name, String whom) throws Exception {
    return new ProcessBuilder("kill", "-" + name, "--", whom).start().waitFor();
  }

  void kill() {
    process.destroyForcibly();
  }

  List<ProcessHandle> children() {
    return process.children().toList();
  }

  int exitCode(int seconds) throws InterruptedException {
    assertThat(process.waitFor(seconds, TimeUnit.SECONDS)).as("ended").isTrue();
    return process.exitValue();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
