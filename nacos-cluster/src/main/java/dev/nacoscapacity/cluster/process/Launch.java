package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ClusterSpec;
import dev.nacoscapacity.cluster.standin.auth.StandInAccount;
import dev.nacoscapacity.cluster.token.TokenKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The command that starts a node's process.
 *
 * @param environment in addition to what a node inherits; may contain secrets
 */
record Launch(List<String> command, Map<String, String> environment) {

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private static final String STAND_IN = "dev.nacoscapacity.cluster.standin.StandInMain";
  private static final int INITIAL_HEAP_MB = 512;
  private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

  /** An argument that names a garbage collector; a JVM ends when two do. */
  private static final Predicate<String> COLLECTOR =
      Pattern.compile("-XX:\\+Use\\w+GC").asMatchPredicate();

  /**
   * Packages that Nacos, its raft and its serializers access by reflection, closed since Java 16.
   */
  private static final List<String> OPENED =
      List.of(
          "java.base/java.lang",
          "java.base/java.lang.reflect",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.math",
          "java.base/java.text",
          "java.base/java.nio",
          "java.base/java.net",
          "java.base/java.io",
          "java.base/sun.nio.ch",
          "java.sql/java.sql",
          "java.management/sun.management",
          "jdk.management/com.sun.management.internal");

  /**
   * A real node.
   *
   * @param index the node's number, from 0
   * @param archive of loaded classes, if there is one
   * @param home the node's own folder
   */
  static Launch ofServer(
      ClusterSpec spec, int index, ServerJars jars, Optional<Path> archive, Path home) {
    List<String> server = List.of("-cp", jars.classPath(), ServerJars.STARTER, jars.main());
    return ofServer(spec, index, server, archive, home);
  }

  /** A real node that is started as by the official distribution, which no archive fits. */
  static Launch ofServer(
      ClusterSpec spec, int index, ServerJars jars, NestedJar nested, Path home) {
    List<String> server = nested.arguments(jars.others(), jars.main());
    return ofServer(spec, index, server, Optional.empty(), home);
  }

  private static Launch ofServer(
      ClusterSpec spec, int index, List<String> server, Optional<Path> archive, Path home) {
    List<String> command = new ArrayList<>();
    command.add(JAVA);
    command.add("-Xms" + Math.min(INITIAL_HEAP_MB, spec.heapBytes() >> 20) + "m");
    command.add("-Xmx" + spec.heap());
    if (spec.jvmArgs().stream().noneMatch(COLLECTOR)) {
      command.add("-XX:+UseG1GC");
    }
    archive.ifPresent(file -> command.add("-XX:SharedArchiveFile=" + file));
    for (String opened : OPENED) {
      command.add("--add-opens=" + opened + "=ALL-UNNAMED");
    }
    command.add("-Dnacos.home=" + home);
    command.add("-Dnacos.logs.path=" + home.resolve("logs"));
    // Native libraries and Tomcat's folders, which a killed node leaves behind.
    command.add("-Djava.io.tmpdir=" + ServerConfig.temporary(home));
    // Nacos's embedded client logs below it, whatever the settings say.
    command.add("-Duser.home=" + home);
    command.add("-DembeddedStorage=true");
    if (spec.nodes() == 1) {
      // As a cluster, a node alone elects itself while NacosStateMachine has no node yet; then its
      // onLeaderStart fails, and Nacos never learns of its leader.
      command.add("-Dnacos.standalone=true");
    }
    processors(spec).ifPresent(command::add);
    // The address that Nacos publishes (InetUtils) and that GrpcBindAddress binds; since 3.0 Nacos
    // binds gRPC to it itself.
    command.add("-Dnacos.server.ip=" + spec.host(index));
    command.add("-Dnacos.remote.grpc.listen.ip=" + spec.host(index));
    // Since 3.0: no console, whose port all nodes would share.
    command.add("-Dnacos.deployment.type=server");
    command.addAll(spec.jvmArgs());
    command.addAll(server);
    command.add("--spring.config.additional-location=file:" + home.resolve("conf") + "/");
    return new Launch(command, Map.of());
  }

  /**
   * A node of a stand-in.
   *
   * @param index the node's number, from 0
   * @param companion process whose end also stops the stand-in; empty to run until stopped
   * @param state with the cluster's secrets: the same for all nodes, and after each start
   */
  static Launch ofStandIn(ClusterSpec spec, int index, OptionalLong companion, StateFolder state) {
    List<String> command = new ArrayList<>(List.of(JAVA, "-Xmx" + spec.heap()));
    processors(spec).ifPresent(command::add);
    command.addAll(spec.jvmArgs());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), STAND_IN));
    command.addAll(List.of("--nodes", Integer.toString(spec.nodes())));
    command.addAll(List.of("--base-port", Integer.toString(spec.basePort())));
    spec.settings().forEach((key, value) -> command.addAll(List.of("--set", key + "=" + value)));
    if (spec.auth()) {
      command.addAll(List.of("--auth", "--auth-cache", spec.authCache() ? "on" : "off"));
    }
    command.addAll(List.of("--node", Integer.toString(index + 1)));
    if (spec.networkPerNode()) {
      command.add("--network-per-node");
    }
    companion.ifPresent(pid -> command.addAll(List.of("--while", Long.toString(pid))));
    Map<String, String> secrets = new HashMap<>();
    state.tokenKey().ifPresent(key -> secrets.put(TokenKey.VARIABLE, key.base64()));
    state.password().ifPresent(word -> secrets.put(StandInAccount.PASSWORD_VARIABLE, word));
    return new Launch(command, secrets);
  }

  /**
   * The same launch of a process that ends with the one that started it, even if that is killed.
   */
  Launch endingWithItsStarter() {
    if (!Files.isExecutable(SETPRIV)) {
      return this;
    }
    List<String> words = new ArrayList<>(List.of(SETPRIV.toString(), "--pdeathsig", "KILL"));
    words.addAll(command);
    return new Launch(words, environment);
  }

  /** The same launch with more in its environment. */
  Launch with(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(environment);
    all.putAll(more);
    return new Launch(command, all);
  }

  /** Pools are sized at the start, when a node may still use all processors. */
  private static Optional<String> processors(ClusterSpec spec) {
    return spec.cores().map(cpus -> "-XX:ActiveProcessorCount=" + (int) Math.ceil(cpus));
  }

  /** Without the environment, which may hold secrets. */
  @Override
  public String toString() {
    return String.join(" ", command);
  }
}
