package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Driver;

/** Takes the place of what carries calls over HTTP, where none are made. */
final class NoHttp implements Driver {

  @Override
  public void send(Call call) {
    throw new IllegalArgumentException("not over HTTP: " + call.operation);
  }

  @Override
  public void expire(long now) {}

  @Override
  public int connections() {
    return 0;
  }

  @Override
  public void close() {}
}
