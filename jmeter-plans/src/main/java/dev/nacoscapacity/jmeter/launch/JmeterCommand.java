package dev.nacoscapacity.jmeter.launch;

import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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

  private final Path root;
  private final Map<String, String> environment;

  /**
   * @param root of this project
   */
  JmeterCommand(Path root, Map<String, String> environment) {
    this.root = root;
    this.environment = environment;
  }

  Path home() {
    return root.resolve("jmeter-plans/jmeter/target/jmeter");
  }

  /**
   * @param own arguments that the launcher adds; the user's come after them and win
   */
  List<String> with(Invocation invocation, List<String> own) {
    List<String> command = new ArrayList<>(session());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM);
    String options = environment.getOrDefault("JAVA_OPTS", "").strip();
    if (!options.isEmpty()) {
      command.addAll(List.of(options.split("\\s+")));
    }
    command.addAll(List.of("-jar", home().resolve("bin/ApacheJMeter.jar").toString()));
    command.addAll(RESULTS);
    // The sampler of fleet.jmx, which finds the fleet's jars beside its own.
    command.add("-Juser.classpath=" + samplerJar());
    command.addAll(own);
    command.addAll(invocation.arguments());
    return command;
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
