package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.reports.record.Tool;
import dev.nacoscapacity.simulator.session.ToolFacts;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints: the same as stands in each record. */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    Tool tool = ToolFacts.describe();
    return new String[] {"%s %s (%s)".formatted(tool.name(), tool.version(), tool.commit())};
  }
}
