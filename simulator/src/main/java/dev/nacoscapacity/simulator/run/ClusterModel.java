package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.cluster.model.ModelCluster;
import dev.nacoscapacity.core.record.Work;
import dev.nacoscapacity.core.workload.Protocol;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.Driver;
import dev.nacoscapacity.simulator.client.HttpSettings;
import dev.nacoscapacity.simulator.client.Registrations;
import dev.nacoscapacity.simulator.client.grpc.ClientTokens;
import dev.nacoscapacity.simulator.client.grpc.GrpcDriver;
import dev.nacoscapacity.simulator.client.grpc.GrpcSettings;
import dev.nacoscapacity.simulator.client.http.HttpDriver;
import dev.nacoscapacity.simulator.client.model.ModelConnections;
import dev.nacoscapacity.simulator.client.model.ModelGrpcLinks;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.Metadata;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;

/** Adapts a modelled cluster to the simulator: its nodes, and drivers whose calls reach them. */
public record ClusterModel(ModelCluster cluster) implements Model {

  private static final InetAddress UNUSED = InetAddress.getLoopbackAddress();

  @Override
  public String token() {
    return ModelCluster.TOKEN;
  }

  @Override
  public List<ModelCluster.Usage> usage() {
    return cluster.usage();
  }

  @Override
  public Map<String, Work> work() {
    return cluster.workSums();
  }

  @Override
  public Driver driver(
      FleetSpec spec,
      Tokens tokens,
      ConnectionPlan.Bounds connections,
      RunClock clock,
      CallListener listener) {
    Fleet fleet = new Fleet(spec.settings().population());
    HttpSettings http = FleetDrivers.http(spec, connections, new InetSocketAddress(UNUSED, 0));
    Protocol protocol = spec.settings().protocol();
    Registrations registrations =
        new Registrations(
            fleet,
            http.workload().population().namespace(),
            each ->
                protocol.http()
                    ? http.metadata(each)
                    : Metadata.of(Map.of(), each.metadataBytes()));
    Driver overHttp =
        new HttpDriver(
            spec.nodes().size(),
            fleet,
            http,
            new ModelConnections(cluster, registrations, http, tokens, listener),
            spec.settings().seed(),
            listener);
    return protocol.grpc()
        ? new GrpcDriver(
            new GrpcSettings(spec.settings(), UNUSED.getHostAddress(), 0, spec.reach()),
            new ModelGrpcLinks(cluster, registrations),
            new ClientTokens(
                tokens, (token, client) -> tokens.refused(client, token, clock.nanos())),
            overHttp,
            spec.settings().seed(),
            listener)
        : overHttp;
  }
}
