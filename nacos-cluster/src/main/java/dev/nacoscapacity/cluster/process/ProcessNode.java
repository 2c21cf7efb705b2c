package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Membership;
import java.net.InetSocketAddress;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** A node in a detached process, its own or one that it shares with the stand-in's other nodes. */
final class ProcessNode implements Node {

  private final String name;
  private final InetSocketAddress http;
  private final DetachedProcess process;
  private final boolean shared;
  private final AdminClient probe;
  private final Supplier<Launch> launch;

  /**
   * @param shared whether the process runs other nodes, too
   * @param probe an impatient client of the node
   * @param launch asked for at each start of the process
   */
  ProcessNode(
      String name,
      InetSocketAddress http,
      DetachedProcess process,
      boolean shared,
      AdminClient probe,
      Supplier<Launch> launch) {
    this.name = name;
    this.http = http;
    this.process = process;
    this.shared = shared;
    this.probe = probe;
    this.launch = launch;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public InetSocketAddress http() {
    return http;
  }

  @Override
  public NodeState state() {
    if (process.running().isEmpty()) {
      return NodeState.DOWN;
    }
    if (process.paused()) {
      return NodeState.PAUSED;
    }
    return answers() ? NodeState.UP : NodeState.STARTING;
  }

  private boolean answers() {
    String self = Membership.address(http);
    try {
      return probe.members().stream()
          .anyMatch(member -> member.address().equals(self) && member.up());
    } catch (AdminException e) {
      return false;
    }
  }

  @Override
  public void start() {
    requireOwnProcess("start");
    startProcess();
  }

  @Override
  public synchronized void kill() {
    requireOwnProcess("kill");
    process.kill();
  }

  @Override
  public synchronized void pause() {
    requireOwnProcess("pause");
    process.pause();
  }

  @Override
  public synchronized void resume() {
    requireOwnProcess("resume");
    process.resume();
  }

  @Override
  public OptionalLong pid() {
    return process.running().map(live -> OptionalLong.of(live.pid())).orElse(OptionalLong.empty());
  }

  /** The process, which may run other nodes, too. */
  DetachedProcess process() {
    return process;
  }

  /** Starts the process unless it runs. */
  synchronized void startProcess() {
    if (process.running().isEmpty()) {
      Launch now = launch.get();
      process.start(now.command(), now.environment());
    }
  }

  private void requireOwnProcess(String action) {
    if (shared) {
      throw new UnsupportedOperationException(
          "cannot %s %s alone, the stand-in's nodes share one process: start it with --process-per-node"
              .formatted(action, name));
    }
  }
}
