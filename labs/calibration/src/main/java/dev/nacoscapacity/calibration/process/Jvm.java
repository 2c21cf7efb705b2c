package dev.nacoscapacity.calibration.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A JVM to run a class of this project.
 *
 * @param java its program
 * @param arguments of the JVM, such as {@code -Xmx128m}
 */
public record Jvm(Path java, List<String> arguments) {

  public Jvm {
    arguments = List.copyOf(arguments);
  }

  /** The current JDK, with the serial collector, which needs no threads of its own. */
  public static Jvm own(String... arguments) {
    return serial(Path.of(System.getProperty("java.home"), "bin", "java"), arguments);
  }

  /** A JVM of another JDK. */
  public static Jvm serial(Path java, String... arguments) {
    return new Jvm(
        java, Stream.concat(Stream.of("-XX:+UseSerialGC"), Stream.of(arguments)).toList());
  }

  /** The command that runs the {@code main} of a class, with the current class path. */
  public List<String> command(Class<?> main, String... programArguments) {
    return command(System.getProperty("java.class.path"), main.getName(), programArguments);
  }

  /** The command that runs a {@code main} with another class path. */
  public List<String> command(String classPath, String main, String... programArguments) {
    List<String> command = new ArrayList<>(List.of(java.toString()));
    command.addAll(arguments);
    command.addAll(List.of("-cp", classPath, main));
    command.addAll(List.of(programArguments));
    return command;
  }
}
