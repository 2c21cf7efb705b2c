package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.cluster.Cluster;
import dev.nacoscapacity.cluster.model.ModelCluster;
import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.core.record.Work;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.verify.Listing;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * A model that acknowledges some calls of which its nodes never hear, and whose pushes to some
 * subscribers are lost, to a fleet that may freeze.
 */
record LossyModel(
    Model model, FreezableTime fleetTime, RunClock clock, Predicate<Call> lost, IntPredicate deaf)
    implements Model {

  @Override
  public Cluster cluster() {
    return model.cluster();
  }

  @Override
  public String token() {
    return model.token();
  }

  @Override
  public List<ModelCluster.Usage> usage() {
    return model.usage();
  }

  @Override
  public Map<String, Work> work() {
    return model.work();
  }

  @Override
  public Driver driver(
      FleetSpec spec,
      Tokens tokens,
      ConnectionPlan.Bounds connections,
      RunClock runClock,
      CallListener listener) {
    CallListener late = fleetTime.late(listener);
    return new Lossy(model.driver(spec, tokens, connections, runClock, new Deaf(late)), late);
  }

  private final class Deaf implements CallListener {

    private final CallListener listener;

    Deaf(CallListener listener) {
      this.listener = listener;
    }

    @Override
    public void written(Call call) {
      listener.written(call);
    }

    @Override
    public void completed(Call call) {
      listener.completed(call);
    }

    @Override
    public void disconnected(int actor, Channel channel) {
      listener.disconnected(actor, channel);
    }

    @Override
    public void pushed(int subscriber, int service, Listing listing) {
      if (!deaf.test(subscriber)) {
        listener.pushed(subscriber, service, listing);
      }
    }

    @Override
    public void configChanged(int actor, String dataId) {
      listener.configChanged(actor, dataId);
    }
  }

  private final class Lossy implements Driver {

    private final Driver driver;
    private final CallListener listener;

    Lossy(Driver driver, CallListener listener) {
      this.driver = driver;
      this.listener = listener;
    }

    @Override
    public void send(Call call) {
      if (!lost.test(call)) {
        driver.send(call);
        return;
      }
      call.server = 0;
      call.markWritten(clock.nanos());
      listener.written(call);
      call.answered = clock.nanos();
      listener.completed(call);
    }

    @Override
    public boolean connected(int instance, Channel channel) {
      return driver.connected(instance, channel);
    }

    @Override
    public void closeConnections(int instance) {
      driver.closeConnections(instance);
    }

    @Override
    public boolean needsBeat(int client, Channel channel, long due) {
      return driver.needsBeat(client, channel, due);
    }

    @Override
    public boolean everyCallKeepsAlive() {
      return driver.everyCallKeepsAlive();
    }

    @Override
    public void expire(long now) {
      driver.expire(now);
    }

    @Override
    public int connections() {
      return driver.connections();
    }

    @Override
    public long opened() {
      return driver.opened();
    }

    @Override
    public void close() {
      driver.close();
    }
  }
}
