package dev.nacoscapacity.jmeter.plans;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** {@code bin/jmeter} in a process, without the building that the script begins with. */
final class JmeterRun implements AutoCloseable {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final int LOWEST_PORT = 10_000;
  private static final int HIGHEST_PORT = 20_000;
  private static final int MOST_TRIES = 1000;

  private final Process process;
  private final Path output;

  private JmeterRun(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /**
   * @param name of the file in the directory that takes its output
   */
  static JmeterRun start(
      Path directory, String name, Map<String, String> environment, List<String> arguments)
      throws IOException {
    Path output = directory.resolve(name + ".out");
    Path target = ROOT.resolve("jmeter-plans/target");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"));
    command.add("-Dnacoscapacity.home=" + ROOT);
    command.addAll(List.of("-cp", target + "/*:" + target + "/lib/*"));
    command.add("dev.nacoscapacity.jmeter.launch.JmeterMain");
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    builder.environment().put("JAVA_OPTS", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx256m");
    return new JmeterRun(builder.start(), output);
  }

  static String plan(String name) {
    return ROOT.resolve("jmeter-plans").resolve(name).toString();
  }

  /**
   * A port that was free a moment ago. It lies below those that Linux gives to outgoing
   * connections, of which one could take it meanwhile, and below a stand-in's.
   */
  static int freePort() throws IOException {
    for (int i = 0; i < MOST_TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, HIGHEST_PORT);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException e) {
        // Another, then.
      }
    }
    throw new BindException("no free port: close some programs");
  }

  int await() throws InterruptedException, IOException {
    if (!process.waitFor(8, TimeUnit.MINUTES)) {
      throw new AssertionError("JMeter does not end:\n" + output());
    }
    return process.exitValue();
  }

  String output() throws IOException {
    return new String(Files.readAllBytes(output), UTF_8);
  }

  /** As a power cut would: its JMeter goes with it. */
  void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  @Override
  public void close() throws InterruptedException {
    kill();
    process.waitFor();
  }
}
