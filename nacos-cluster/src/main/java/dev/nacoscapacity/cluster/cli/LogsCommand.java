package dev.nacoscapacity.cluster.cli;

import dev.nacoscapacity.cluster.ClusterException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "logs",
    description = "Shows a node's output; after 'down' too, until the next 'up'.",
    footer = {"", "Example:", "  bin/nacos-cluster logs node3 -n 20 -f"})
final class LogsCommand implements Callable<Integer> {

  @ParentCommand private Main main;

  @Parameters(paramLabel = "NODE", description = "node1, node2, …")
  private String name;

  @Option(
      names = "-n",
      paramLabel = "N",
      defaultValue = "100",
      description = "number of last lines (default: 100)")
  private int lines;

  @Option(names = "-f", description = "follow the output until Ctrl-C")
  private boolean follow;

  @Override
  public Integer call() throws IOException {
    if (lines < 0) {
      throw main.usage("-n is 0 or more, not " + lines);
    }
    if (main.clusters().find().isPresent()) {
      main.node(name);
    }
    Path log = main.clusters().log(name);
    if (!Files.exists(log)) {
      throw new ClusterException("there is no log of '" + name + "': no such node was started");
    }
    show(log);
    return 0;
  }

  private void show(Path log) throws IOException {
    List<String> tail = new ArrayList<>(List.of("tail", "-n", Integer.toString(lines)));
    if (follow) {
      tail.add("-F");
    }
    tail.add(log.toString());
    Process process =
        new ProcessBuilder(tail).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    PrintWriter out = main.out();
    char[] buffer = new char[8192];
    try (Reader reader = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)) {
      int count;
      while ((count = reader.read(buffer)) >= 0) {
        out.write(buffer, 0, count);
        if (out.checkError()) {
          // The reader has closed the pipe.
          process.destroy();
        }
      }
    }
  }
}
