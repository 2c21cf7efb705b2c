package dev.nacoscapacity.jmeter.launch;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** Builds the command line that starts the assembled JMeter. */
final class JmeterCommand {

  /** What the launcher that JMeter ships sets, except that a small heap may stay small. */
  private static final List<String> JVM =
      List.of("-Xmx1g", "-XX:+UseG1GC", "-XX:MaxGCPauseMillis=100", "-XX:G1ReservePercent=20");

  /** Results that can be read back: flushed, counted, and without the tokens that URLs hold. */
  private static final List<String> RESULTS =
      List.of(
          "-Jjmeter.save.saveservice.autoflush=true",
          "-Jjmeter.save.saveservice.sample_count=true",
          "-Jjmeter.save.saveservice.url=false");

  private final Path home;
  private final String jvmOptions;

  /**
   * @param home of the assembled JMeter
   * @param jvmOptions words that come after the JVM's default options and win
   */
  JmeterCommand(Path home, String jvmOptions) {
    this.home = home;
    this.jvmOptions = jvmOptions.strip();
  }

  /** Engines that {@code -r} means, by the assembled JMeter's own settings. */
  String configuredEngines() throws IOException {
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(home.resolve("bin/jmeter.properties"))) {
      properties.load(in);
    }
    return properties.getProperty("remote_hosts", "127.0.0.1");
  }

  /**
   * The command for an invocation.
   *
   * @param own arguments that the launcher adds; the user's come after them and win
   */
  List<String> with(Invocation invocation, List<String> own) throws IOException {
    // JMeter complains where it is absent, and Maven assembles no empty folder.
    Files.createDirectories(home.resolve("lib/junit"));
    List<String> command = new ArrayList<>(session());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM);
    if (!jvmOptions.isEmpty()) {
      command.addAll(List.of(jvmOptions.split("\\s+")));
    }
    command.addAll(List.of("-jar", home.resolve("bin/ApacheJMeter.jar").toString()));
    command.addAll(RESULTS);
    // The sampler of fleet.jmx, which finds the fleet's jars beside its own.
    command.add("-Juser.classpath=" + samplerJar());
    command.addAll(own);
    command.addAll(invocation.arguments);
    return command;
  }

  /**
   * What the launcher adds for a run of a plan.
   *
   * @param engines of a distributed run, as JMeter names them to the engines; empty for a run here
   * @param controlPort where JMeter takes orders
   */
  static List<String> ofPlan(
      Invocation invocation, String engines, int controlPort, Path results, Path log) {
    List<String> own = new ArrayList<>();
    // JMeter looks for a free port from the one to the other.
    own.add("-Jjmeterengine.nongui.port=" + controlPort);
    own.add("-Jjmeterengine.nongui.maxport=" + controlPort);
    if (invocation.results == null) {
      own.addAll(List.of("-l", results.toString()));
    }
    if (invocation.log == null) {
      own.addAll(List.of("-j", log.toString()));
    }
    if (!engines.isEmpty()) {
      own.add("-Gengines=" + engines);
      // An engine sees none of the properties that are given with -J.
      invocation.properties.forEach(
          (name, value) -> {
            if (!name.contains(".")) {
              own.add("-G" + name + "=" + value);
            }
          });
    }
    return own;
  }

  private static String samplerJar() {
    URL location = JmeterCommand.class.getProtectionDomain().getCodeSource().getLocation();
    try {
      // Its path has %20 where the folder has a space.
      return Path.of(location.toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * JMeter does not share the launcher's session, so that Ctrl-C reaches only the launcher, which
   * then asks JMeter to end in order; and it ends when the launcher is killed.
   */
  private static List<String> session() {
    boolean utilLinux =
        Files.isExecutable(Path.of("/usr/bin/setsid"))
            && Files.isExecutable(Path.of("/usr/bin/setpriv"));
    return utilLinux ? List.of("setpriv", "--pdeathsig", "TERM", "setsid") : List.of();
  }
}
