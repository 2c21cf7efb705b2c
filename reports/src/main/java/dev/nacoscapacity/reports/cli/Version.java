package dev.nacoscapacity.reports.cli;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints: the version in the jar's manifest. */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    String version = Version.class.getPackage().getImplementationVersion();
    return new String[] {"report " + (version == null ? "(not packaged)" : version)};
  }
}
