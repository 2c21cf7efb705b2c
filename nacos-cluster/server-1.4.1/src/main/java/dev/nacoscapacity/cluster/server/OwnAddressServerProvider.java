package dev.nacoscapacity.cluster.server;

import io.grpc.ServerBuilder;
import io.grpc.ServerProvider;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.net.InetSocketAddress;

/**
 * Binds the raft port to the node's own address, loopback mostly. JRaft asks gRPC for a server by
 * port only, which would listen on every address, and 1.4.1 deserializes whatever reaches that
 * port.
 */
public final class OwnAddressServerProvider extends ServerProvider {

  /** Nacos's own property. */
  private static final String OWN_ADDRESS = "nacos.server.ip";

  @Override
  protected boolean isAvailable() {
    return true;
  }

  /** Above the 5 of gRPC's own provider. */
  @Override
  protected int priority() {
    return 10;
  }

  @Override
  protected ServerBuilder<?> builderForPort(int port) {
    return NettyServerBuilder.forAddress(
        new InetSocketAddress(System.getProperty(OWN_ADDRESS), port));
  }
}
