package dev.nacoscapacity.simulator.client;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.simulator.verify.Listing;

/** Passes all on to another listener, for tests that change some of it. */
public abstract class ForwardingListener implements CallListener {
  private final CallListener listener;

  protected ForwardingListener(CallListener listener) {
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
    listener.pushed(subscriber, service, listing);
  }

  @Override
  public void configChanged(int actor, String dataId) {
    listener.configChanged(actor, dataId);
  }
}
