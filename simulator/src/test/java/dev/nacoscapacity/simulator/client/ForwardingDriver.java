package dev.nacoscapacity.simulator.client;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;

/** Passes all on to another driver, for tests that change some of it. */
public abstract class ForwardingDriver implements Driver {
  private final Driver driver;

  protected ForwardingDriver(Driver driver) {
    this.driver = driver;
  }

  @Override
  public void send(Call call) {
    driver.send(call);
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
  public void abandonLoad() {
    driver.abandonLoad();
  }

  @Override
  public void close() {
    driver.close();
  }
}
