package dev.nacoscapacity.simulator.client.grpc;

import io.grpc.InternalChannelz;
import io.grpc.InternalChannelz.ChannelStats;
import io.grpc.InternalInstrumented;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Channels of this process that have not ended, as grpc-java counts them. */
public final class OpenChannels {

  private OpenChannels() {}

  /** Those to these servers: other tests that run meanwhile have servers of their own. */
  public static List<String> to(Collection<InetSocketAddress> servers) throws Exception {
    List<String> open = new ArrayList<>();
    for (InternalInstrumented<ChannelStats> channel :
        InternalChannelz.instance().getRootChannels(0, Integer.MAX_VALUE).channels) {
      String target = channel.getStats().get().target;
      if (servers.stream().anyMatch(server -> target.endsWith(":" + server.getPort()))) {
        open.add(target);
      }
    }
    return open;
  }
}
