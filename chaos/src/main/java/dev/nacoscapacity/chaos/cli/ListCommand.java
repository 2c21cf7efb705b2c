package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.ExperimentFile;
import dev.nacoscapacity.cluster.process.LocalClusters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** {@code bin/chaos list}. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Lists the experiments that come with the tool.",
    footer = {"", "Example: bin/chaos list"})
final class ListCommand implements Callable<Integer> {

  private static final Path FOLDER = Path.of("chaos", "experiments");

  @ParentCommand private ChaosMain main;

  @Override
  public Integer call() throws IOException {
    Path home = Path.of(System.getProperty(LocalClusters.HOME, ""));
    for (Path file : files(home.resolve(FOLDER))) {
      main.out()
          .printf(
              "%-40s  %s%n", FOLDER.resolve(file.getFileName()), ExperimentFile.read(file).title());
    }
    return 0;
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }
}
