package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** A real server in a process of its own. */
final class ServerNode implements Node {

  private final String name;
  private final Watch watch;
  private final DetachedProcess process;
  private final Supplier<List<String>> command;

  /**
   * @param command the command line, asked for at each start
   */
  ServerNode(String name, Watch watch, Supplier<List<String>> command) {
    this.name = name;
    this.watch = watch;
    this.process = watch.process();
    this.command = command;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public InetSocketAddress http() {
    return watch.http();
  }

  @Override
  public NodeState state() {
    return watch.state();
  }

  @Override
  public synchronized void start() {
    if (!runs()) {
      process.start(command.get(), Map.of());
    }
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
  public OptionalLong pid() {
    return watch.pid();
  }

  /** Whether its process runs, without asking the node itself. */
  boolean runs() {
    return process.running().isPresent();
  }

  @Override
  public String toString() {
    return name;
  }
}
