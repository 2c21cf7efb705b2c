package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ClusterSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The command line of a real node. */
final class ServerCommand {

  private static final int INITIAL_HEAP_MB = 512;

  /** What Nacos, its raft and its serializers reflect on, closed since Java 16. */
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

  private ServerCommand() {}

  /**
   * @param index the node's number, from 0
   * @param java the {@code java} to run
   * @param archive of loaded classes, if there is one
   * @param home the node's own folder
   */
  static List<String> of(
      ClusterSpec spec, int index, Path java, ServerJars jars, Optional<Path> archive, Path home) {
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    command.add("-Xms" + Math.min(INITIAL_HEAP_MB, megabytes(spec.heap())) + "m");
    command.add("-Xmx" + spec.heap());
    command.add("-XX:+UseG1GC");
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
    // Where Nacos says it is (InetUtils), and where our server modules bind what it cannot.
    command.add("-Dnacos.server.ip=" + spec.host(index));
    command.addAll(spec.jvmArgs());
    command.add("-cp");
    command.add(jars.classPath());
    command.add(Release.of(spec.version()).main());
    command.add("--spring.config.additional-location=file:" + home.resolve("conf") + "/");
    return command;
  }

  private static long megabytes(String heap) {
    long number = Long.parseLong(heap.substring(0, heap.length() - 1));
    return heap.toLowerCase().endsWith("g") ? number * 1024 : number;
  }
}
