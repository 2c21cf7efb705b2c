package dev.nacoscapacity.calibration.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

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

  /** The JDK that runs this, with the collector that needs no thread of its own. */
  public static Jvm own(String... arguments) {
    return serial(Path.of(System.getProperty("java.home"), "bin", "java"), arguments);
  }

  /** Another JDK's. */
  public static Jvm serial(Path java, String... arguments) {
    return new Jvm(
        java, Stream.concat(Stream.of("-XX:+UseSerialGC"), Stream.of(arguments)).toList());
  }

  /** The command that runs a class's {@code main}, with our class path. */
  public List<String> command(Class<?> main, String... programArguments) {
    return command(System.getProperty("java.class.path"), main.getName(), programArguments);
  }

  /** The same with another class path. */
  public List<String> command(String classPath, String main, String... programArguments) {
    List<String> command = new ArrayList<>(List.of(java.toString()));
    command.addAll(arguments);
    command.addAll(List.of("-cp", classPath, main));
    command.addAll(List.of(programArguments));
    return command;
  }
}
