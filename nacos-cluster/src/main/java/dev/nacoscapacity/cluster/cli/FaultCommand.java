package dev.nacoscapacity.cluster.cli;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.process.LocalClusters;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** A signal to one node. */
abstract class FaultCommand extends ClusterCommand {

  private final Consumer<Node> fault;
  private final String done;

  @Parameters(paramLabel = "NODE", description = "node1, node2, …")
  private String name;

  private FaultCommand(LocalClusters clusters, Consumer<Node> fault, String done) {
    super(clusters);
    this.fault = fault;
    this.done = done;
  }

  @Override
  public Integer call() {
    try {
      fault.accept(node(name));
    } catch (UnsupportedOperationException e) {
      throw usage(e.getMessage());
    }
    out().println(name + " " + done);
    return 0;
  }

  @Command(
      name = "kill",
      description = "Ends a node at once (SIGKILL), as a power cut would.",
      footer = {"", "Example:", "  bin/nacos-cluster kill node3"})
  static final class Kill extends FaultCommand {
    Kill(LocalClusters clusters) {
      super(clusters, Node::kill, "is killed; start it again with 'start' or 'heal'");
    }
  }

  @Command(
      name = "pause",
      description = "Freezes a node with its connections open (SIGSTOP).",
      footer = {"", "Example:", "  bin/nacos-cluster pause node3"})
  static final class Pause extends FaultCommand {
    Pause(LocalClusters clusters) {
      super(clusters, Node::pause, "is paused; let it go on with 'resume' or 'heal'");
    }
  }

  @Command(
      name = "resume",
      description = "Lets a paused node run on (SIGCONT).",
      footer = {"", "Example:", "  bin/nacos-cluster resume node3"})
  static final class Resume extends FaultCommand {
    Resume(LocalClusters clusters) {
      super(clusters, Node::resume, "runs on");
    }
  }
}
