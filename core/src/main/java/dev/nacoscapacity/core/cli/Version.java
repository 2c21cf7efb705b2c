package dev.nacoscapacity.core.cli;

import dev.nacoscapacity.core.record.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The build of this project, for records and {@code --version}. */
public final class Version {

  private Version() {}

  /** A program of this build, as a record names it. */
  public static Tool tool(String program) {
    Properties build = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("/nacoscapacity-build.properties")) {
      build.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("the build's properties are part of this jar", e);
    }
    return new Tool(program, build.getProperty("version"), build.getProperty("commit"));
  }

  /** The output of {@code --version} for a program and its subcommands. */
  static String of(String program) {
    Tool tool = tool(program);
    return "%s %s (%s)".formatted(program, tool.version(), tool.commit());
  }
}
