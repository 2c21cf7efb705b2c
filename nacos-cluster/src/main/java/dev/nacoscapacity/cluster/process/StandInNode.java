package dev.nacoscapacity.cluster.process;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import java.net.InetSocketAddress;
import java.util.OptionalLong;

/**
 * A node of the stand-in, which runs with its siblings in one process: it can be watched from here,
 * and only all of them can be stopped.
 */
record StandInNode(String name, Watch watch) implements Node {

  @Override
  public InetSocketAddress http() {
    return watch.http();
  }

  @Override
  public NodeState state() {
    return watch.state();
  }

  @Override
  public void start() {
    throw shared("start");
  }

  @Override
  public void kill() {
    throw shared("kill");
  }

  @Override
  public void pause() {
    throw shared("pause");
  }

  @Override
  public void resume() {
    throw shared("resume");
  }

  @Override
  public OptionalLong pid() {
    return watch.pid();
  }

  private UnsupportedOperationException shared(String what) {
    return new UnsupportedOperationException(
        "cannot "
            + what
            + " "
            + name
            + " alone, the stand-in's nodes share one process: start it with --process-per-node");
  }
}
