package dev.nacoscapacity.simulator.client;

import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.stats.Transport;

/**
 * Carries the calls of a fleet of which some clients speak HTTP and some gRPC, each by the driver
 * of what its client speaks. What it says of connections that are owed calls, or serve as beats, is
 * of those over gRPC: over HTTP there is nothing to ask.
 */
public final class MixedDriver implements Driver {

  private final Driver http;
  private final Driver grpc;

  /**
   * @param grpc which carries some of its calls by {@code http}, and lets that expire and closes it
   */
  public MixedDriver(Driver http, Driver grpc) {
    this.http = http;
    this.grpc = grpc;
  }

  @Override
  public void send(Call call) {
    (call.transport == Transport.HTTP ? http : grpc).send(call);
  }

  @Override
  public boolean connected(int instance) {
    return grpc.connected(instance);
  }

  @Override
  public boolean owes(Operation operation, int actor, boolean config, long due) {
    return grpc.owes(operation, actor, config, due);
  }

  @Override
  public boolean everyCallKeepsAlive() {
    return grpc.everyCallKeepsAlive();
  }

  @Override
  public void expire(long now) {
    grpc.expire(now);
  }

  @Override
  public int connections() {
    return grpc.connections();
  }

  /** Those over HTTP, be they for calls of its clients or for what goes over HTTP anyway. */
  @Override
  public long opened() {
    return http.opened();
  }

  @Override
  public void close() {
    grpc.close();
  }
}
