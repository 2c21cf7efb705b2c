package dev.nacoscapacity.calibration.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A JVM to run a class of ours in.
 *
 * @param java its program
 * @param arguments of the JVM, such as {@code -Xmx128m}
 */
public record Jvm(Path java, List<String> arguments) {

  public Jvm {
    arguments = List.copyOf(arguments);
  }

  /** The JVM that runs this, with our class path. */
  public static Jvm own(String... arguments) {
    return new Jvm(Path.of(System.getProperty("java.home"), "bin", "java"), List.of(arguments));
  }

  /** The command that runs a class's {@code main}. */
  public List<String> command(Class<?> main, String... programArguments) {
    List<String> command = new ArrayList<>(List.of(java.toString()));
    command.addAll(arguments);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(programArguments));
    return command;
  }
}
