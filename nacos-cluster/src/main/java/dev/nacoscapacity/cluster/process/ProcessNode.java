package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.MemberNames;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * A node in a detached process.
 *
 * @param probe a client of the node with a short timeout
 * @param launch called at each start of the process
 * @param server that the process runs; none for a stand-in's
 */
record ProcessNode(
    String name,
    InetSocketAddress http,
    DetachedProcess process,
    AdminClient probe,
    Supplier<Launch> launch,
    Optional<InstalledServer> server)
    implements Node {

  /**
   * Of {@code StartingApplicationListener}, 1.4.1 to 3.1.0. Spring's context is closed then, but
   * threads of the raft group can keep the process alive forever: on 2.0.4 they retry the join in a
   * busy loop, which takes a whole core and writes a gigabyte of log a minute.
   */
  private static final String GAVE_UP = "Nacos failed to start";

  @Override
  public ServerVersion version() {
    return server.map(InstalledServer::version).orElse(ServerVersion.EMBEDDED);
  }

  @Override
  public NodeState state() {
    if (process.running().isEmpty()) {
      return NodeState.DOWN;
    }
    if (process.paused()) {
      return NodeState.PAUSED;
    }
    if (answers()) {
      return NodeState.UP;
    }
    return gaveUp() ? NodeState.DOWN : NodeState.STARTING;
  }

  /** Whether it has ended, or has given up starting. */
  boolean ended() {
    return process.running().isEmpty() || gaveUp();
  }

  private boolean gaveUp() {
    return process.outputText().contains(GAVE_UP);
  }

  private boolean answers() {
    String self = MemberNames.address(http);
    try {
      return probe.members().stream()
          .anyMatch(member -> member.address().equals(self) && member.up());
    } catch (AdminException e) {
      return false;
    }
  }

  @Override
  public void start() {
    startProcess();
  }

  @Override
  public synchronized void kill() {
    process.kill();
  }

  @Override
  public synchronized void pause() {
    process.pause();
  }

  @Override
  public synchronized void resume() {
    process.resume();
  }

  @Override
  public synchronized void install(ServerVersion version) {
    if (server.isEmpty()) {
      Node.super.install(version);
    }
    if (process.running().isPresent()) {
      throw new ClusterException(name + " runs: its server can be replaced once it is down");
    }
    server.get().install(version);
  }

  @Override
  public synchronized void settle() {
    server.ifPresent(InstalledServer::settle);
  }

  /** Whether the node has another version that is not settled yet. */
  boolean unsettled() {
    return server.filter(InstalledServer::unsettled).isPresent();
  }

  /**
   * Ends the process and restores the previous version.
   *
   * @return folder with the files of the newer version
   */
  synchronized Path putBack() {
    process.kill();
    return server.orElseThrow().putBack();
  }

  @Override
  public OptionalLong pid() {
    return process.running().map(live -> OptionalLong.of(live.pid())).orElse(OptionalLong.empty());
  }

  /** Starts the process unless it runs; a process that has given up starting is killed first. */
  synchronized void startProcess() {
    if (gaveUp()) {
      process.kill();
    }
    if (process.running().isEmpty()) {
      Launch now = launch.get();
      process.start(now.command(), now.environment());
    }
  }
}
