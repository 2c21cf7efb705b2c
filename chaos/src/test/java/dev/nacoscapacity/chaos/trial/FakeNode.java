package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;

/** A node that notes what is done to it. Nobody listens at its address. */
final class FakeNode implements Node {

  final List<String> done = new CopyOnWriteArrayList<>();
  private final String name;
  private volatile NodeState state = NodeState.UP;

  FakeNode(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public InetSocketAddress http() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
  }

  @Override
  public NodeState state() {
    return state;
  }

  @Override
  public void start() {
    done.add("start");
    state = NodeState.UP;
  }

  @Override
  public void kill() {
    done.add("kill");
    state = NodeState.DOWN;
  }

  @Override
  public void pause() {
    done.add("pause");
    state = NodeState.PAUSED;
  }

  @Override
  public void resume() {
    done.add("resume");
    state = NodeState.UP;
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.empty();
  }
}
