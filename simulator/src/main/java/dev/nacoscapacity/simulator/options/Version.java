package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.core.record.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The build of this program, for records and {@code --version}. */
public final class Version {

  private Version() {}

  /** This program, as recorded by the build. */
  public static Tool tool() {
    Properties build = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("/simulator-build.properties")) {
      build.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("the build's properties are part of this jar", e);
    }
    return new Tool("simulator", build.getProperty("version"), build.getProperty("commit"));
  }

  /** The output of {@code --version} for a program and its subcommands. */
  static IVersionProvider of(String program) {
    return () -> new String[] {"%s %s (%s)".formatted(program, tool().version(), tool().commit())};
  }
}
