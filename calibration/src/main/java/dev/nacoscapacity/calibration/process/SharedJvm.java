package dev.nacoscapacity.calibration.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * A JVM that opens a server for each setting that it is told. Servers that are to be compared share
 * its compiled code: a JVM of its own would be as fast as it has been loaded before, for the first
 * 10 s on one core, whatever its setting. One server is loaded at a time, so that what the process
 * takes is what that one takes.
 */
public final class SharedJvm implements AutoCloseable {

  private static final String LISTENS = " listens on ";
  private static final Duration START = Duration.ofSeconds(60);

  private final PinnedProcess process;
  private final Map<String, Integer> ports = new HashMap<>();

  private SharedJvm(PinnedProcess process) {
    this.process = process;
  }

  /**
   * Starts it.
   *
   * @param cores as {@code taskset -c} takes them
   * @param main calls {@link #open}
   */
  public static SharedJvm start(
      String name, String cores, Path directory, Class<?> main, String... arguments)
      throws IOException {
    List<String> command = Jvm.own("-XX:+UseSerialGC", "-Xmx256m").command(main, arguments);
    return new SharedJvm(PinnedProcess.start(name, cores, directory, command));
  }

  public PinnedProcess process() {
    return process;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Whether a setting's server was opened before. */
  public boolean has(String... setting) {
    return ports.containsKey(line(setting));
  }

  private static String line(String... setting) {
    return String.join(" ", setting);
  }

  /**
   * Where a setting's server listens; it is opened when it is asked for the first time.
   *
   * @throws MeasureException when the JVM has ended, cannot open it, or does not in time
   */
  public int port(String... setting) throws IOException, InterruptedException {
    process.requireAlive();
    String line = line(setting);
    Integer port = ports.get(line);
    if (port == null) {
      process.say(line);
      port = Integer.parseInt(process.awaitLine(line + LISTENS, START));
      ports.put(line, port);
    }
    return port;
  }

  /**
   * In the JVM: opens servers until its input ends, or until one cannot be opened, which ends the
   * JVM: whoever waits for that server learns why, and the next one begins anew.
   *
   * @param server opens one of a setting, and tells its port
   */
  public static void open(ToIntFunction<List<String>> server) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        System.out.println(line + LISTENS + server.applyAsInt(List.of(line.split(" "))));
      }
    } catch (RuntimeException e) {
      System.err.println(e);
      Runtime.getRuntime().halt(1);
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
