package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import java.net.InetSocketAddress;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** A node in a process of its own: a real server, or one of a stand-in. */
final class ServerNode implements Node {

  private final String name;
  private final Watch watch;
  private final DetachedProcess process;
  private final Supplier<Launch> launch;

  /**
   * @param launch asked for at each start
   */
  ServerNode(String name, Watch watch, Supplier<Launch> launch) {
    this.name = name;
    this.watch = watch;
    this.process = watch.process();
    this.launch = launch;
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
      Launch now = launch.get();
      process.start(now.command(), now.environment());
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
