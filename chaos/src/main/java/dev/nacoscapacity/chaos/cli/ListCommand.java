package dev.nacoscapacity.chaos.cli;

import dev.nacoscapacity.chaos.experiment.ExperimentFile;
import dev.nacoscapacity.simulator.options.ShippedFile;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** {@code bin/chaos list}. */
@Command(
    name = "list",
    description = "Lists the experiments that come with the tool, by the names for bin/chaos run.",
    footer = {"", "Example: bin/chaos list"})
final class ListCommand implements Callable<Integer> {

  @ParentCommand private ChaosMain main;

  @Override
  public Integer call() {
    for (String name : ShippedFile.names(ShippedFile.folder(RunCommand.SHIPPED))) {
      Path file = ShippedFile.of(RunCommand.KIND, RunCommand.SHIPPED, name);
      main.out().printf("%-20s  %s%n", name, ExperimentFile.read(file).title());
    }
    return 0;
  }
}
