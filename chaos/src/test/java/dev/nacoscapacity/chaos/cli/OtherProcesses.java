package dev.nacoscapacity.chaos.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.cli.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * Commands in processes of their own, beside one local cluster.
 *
 * @param folder for what they print, a file each
 * @param state of the cluster
 */
record OtherProcesses(Path folder, Path state) {

  Process start(String output, String main, String... args) throws IOException {
    List<String> command = new ArrayList<>();
    // A build in a shell's background ignores SIGINT, and its children would.
    command.addAll(List.of("env", "--default-signal=INT"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    command.addAll(List.of(args));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(output).toFile());
    builder.environment().put(Checkout.STATE, state.toString());
    return builder.start();
  }

  /** Waits for something that comes of a process, which goes on. */
  void await(String output, Process process, Duration atMost, Callable<Boolean> done)
      throws IOException {
    Awaitility.await().atMost(atMost).until(() -> done.call() || !process.isAlive());
    assertThat(process.isAlive()).as(text(output)).isTrue();
  }

  int end(String output, Process process) throws Exception {
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).as(text(output)).isTrue();
    return process.exitValue();
  }

  String text(String output) throws IOException {
    return Files.readString(folder.resolve(output));
  }
}
