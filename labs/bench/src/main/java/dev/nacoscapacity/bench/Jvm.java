package dev.nacoscapacity.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How to start a JVM with the serial collector, which needs no threads of its own.
 *
 * @param java its program
 * @param classPath where the program's classes are
 * @param options such as {@code -Xmx128m}
 */
record Jvm(Path java, String classPath, List<String> options) {

  /** The program of this JVM. */
  static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  /** This JDK and class path. */
  static Jvm own(String... options) {
    return new Jvm(JAVA, System.getProperty("java.class.path"), List.of(options));
  }

  /** The command that runs the {@code main} of a class. */
  List<String> command(Class<?> main, String... arguments) {
    return command(main.getName(), arguments);
  }

  /** The command that runs the {@code main} of a class that may not be ours. */
  List<String> command(String main, String... arguments) {
    List<String> command = new ArrayList<>(List.of(java.toString(), "-XX:+UseSerialGC"));
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, main));
    command.addAll(List.of(arguments));
    return command;
  }
}
