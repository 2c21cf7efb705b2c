package dev.nacoscapacity.simulator.client.grpc;

import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.IdleDriver;

/** Takes the place of what carries calls over HTTP, where none are made. */
final class NoHttp extends IdleDriver {
  @Override
  public void send(Call call) {
    throw new IllegalArgumentException("not over HTTP: " + call.operation);
  }
}
