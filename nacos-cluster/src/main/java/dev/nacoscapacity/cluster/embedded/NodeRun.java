package dev.nacoscapacity.cluster.embedded;

import dev.nacoscapacity.cluster.embedded.grpc.GrpcServer;
import dev.nacoscapacity.cluster.embedded.http.NodeServer;
import dev.nacoscapacity.cluster.embedded.http.ServiceTime;
import dev.nacoscapacity.cluster.embedded.registry.NamingNode;
import dev.nacoscapacity.cluster.protocol.GrpcPorts;
import java.net.BindException;
import java.net.InetSocketAddress;

/** All that a node loses when it is killed. */
record NodeRun(NamingNode naming, NodeServer http, GrpcServer grpc) {

  /**
   * Begins it: joins the cluster and opens the ports.
   *
   * @throws BindException if one is taken; nothing is left open then
   */
  void open(InetSocketAddress address, ServiceTime limits) throws BindException {
    naming.loop().execute(naming::start);
    try {
      http.open(address);
      grpc.open(new InetSocketAddress(address.getAddress(), GrpcPorts.client(address.getPort())));
    } catch (BindException e) {
      end();
      throw e;
    }
    limit(limits);
  }

  void limit(ServiceTime limits) {
    http.limit(limits);
    grpc.limit(limits);
  }

  void freeze() {
    naming.loop().freeze();
    http.freeze();
    grpc.freeze();
  }

  void thaw() {
    naming.loop().thaw();
    http.thaw();
    grpc.thaw();
  }

  void end() {
    naming.loop().end();
    http.close();
    grpc.close();
  }
}
