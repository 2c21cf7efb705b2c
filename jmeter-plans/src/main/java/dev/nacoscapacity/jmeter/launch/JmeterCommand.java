package dev.nacoscapacity.jmeter.launch;

import dev.nacoscapacity.core.text.NumberText;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Builds the command line that starts the assembled JMeter. */
final class JmeterCommand {

  /** The JVM options of JMeter's own launcher, except that the heap may stay small. */
  private static final List<String> JVM =
      List.of("-Xmx1g", "-XX:MaxGCPauseMillis=100", "-XX:G1ReservePercent=20");

  private static final String COLLECTOR = "-XX:+UseG1GC";

  /** Options that name another collector; a JVM ends when two are named. */
  private static final Pattern OTHER_COLLECTOR = Pattern.compile("-XX:\\+Use\\w+GC");

  /**
   * Settings for results that can be imported: flushed, with counts, and without the tokens in
   * URLs.
   */
  private static final List<String> RESULTS =
      List.of(
          "-Jjmeter.save.saveservice.autoflush=true",
          "-Jjmeter.save.saveservice.sample_count=true",
          "-Jjmeter.save.saveservice.url=false");

  private final Path home;
  private final String jvmOptions;

  /**
   * @param home of the assembled JMeter
   * @param jvmOptions options that follow the default JVM options and override them
   */
  JmeterCommand(Path home, String jvmOptions) {
    this.home = home;
    this.jvmOptions = jvmOptions.strip();
  }

  /** The folder of the assembled JMeter. */
  Path home() {
    return home;
  }

  /**
   * The command for an invocation.
   *
   * @param own arguments that the launcher adds; the user's arguments follow and override them
   */
  List<String> with(Invocation invocation, List<String> own) throws IOException {
    // JMeter warns when this folder is absent, and Maven does not assemble empty folders.
    Files.createDirectories(home.resolve("lib/junit"));
    List<String> command = new ArrayList<>(session());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM);
    if (!OTHER_COLLECTOR.matcher(jvmOptions).find()) {
      command.add(COLLECTOR);
    }
    if (!jvmOptions.isEmpty()) {
      command.addAll(List.of(jvmOptions.split("\\s+")));
    }
    command.addAll(List.of("-jar", home.resolve("bin/ApacheJMeter.jar").toString()));
    command.addAll(RESULTS);
    // The sampler of registry-grpc.jmx, which finds the jars of the fleet beside its own jar.
    command.add("-Juser.classpath=" + samplerJar());
    command.addAll(own);
    command.addAll(invocation.arguments);
    return command;
  }

  /**
   * The arguments that the launcher adds for the run of a plan.
   *
   * @param engines of a distributed run, in JMeter's format; empty for a local run
   * @param controlPort port on which JMeter accepts commands
   * @param dilation how many times slower than the wall's time runs, which the plans pass on to
   *     their results
   * @param local whether the servers are nodes that {@code bin/nacos-cluster} started here, which
   *     need no consent
   */
  static List<String> ofPlan(
      Invocation invocation,
      String engines,
      int controlPort,
      double dilation,
      boolean local,
      Path results,
      Path log) {
    List<String> own = new ArrayList<>();
    if (dilation > 1) {
      own.add("-Jdilation=" + NumberText.exact(dilation));
    }
    if (local) {
      own.add("-Jyes=true");
    }
    // JMeter searches for a free port between the two.
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
      if (local) {
        own.add("-Gyes=true");
      }
      // An engine does not receive properties that are given with -J.
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
      // The path of the URL has %20 in place of a space.
      return Path.of(location.toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * JMeter does not share the launcher's session, so that Ctrl-C reaches only the launcher, which
   * then asks JMeter to stop in order. JMeter also ends when the launcher is killed.
   */
  private static List<String> session() {
    boolean utilLinux =
        Files.isExecutable(Path.of("/usr/bin/setsid"))
            && Files.isExecutable(Path.of("/usr/bin/setpriv"));
    return utilLinux ? List.of("setpriv", "--pdeathsig", "TERM", "setsid") : List.of();
  }
}
