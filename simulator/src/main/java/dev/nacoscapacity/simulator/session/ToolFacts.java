package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.reports.record.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** What this program is, as the build wrote it down. */
public final class ToolFacts {

  private ToolFacts() {}

  public static Tool describe() {
    Properties build = new Properties();
    try (InputStream in = ToolFacts.class.getResourceAsStream("/simulator-build.properties")) {
      build.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("the build's properties are part of this jar", e);
    }
    return new Tool("simulator", build.getProperty("version"), build.getProperty("commit"));
  }
}
