package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.client.HttpSettings;
import dev.nacoscapacity.simulator.client.grpc.ClientTokens;
import dev.nacoscapacity.simulator.client.grpc.GrpcDriver;
import dev.nacoscapacity.simulator.client.grpc.GrpcSettings;
import dev.nacoscapacity.simulator.client.grpc.NettyLinks;
import dev.nacoscapacity.simulator.client.http.HttpWire;
import dev.nacoscapacity.simulator.engine.NettyDrivers;
import dev.nacoscapacity.simulator.preflight.machine.ResourceRequirement;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Creates the drivers of the event loops of a run, for the protocol of the fleet.
 *
 * @param connections limits of one event loop over HTTP
 */
record FleetDrivers(
    FleetSpec spec, Tokens tokens, ConnectionPlan.Bounds connections, RunClock clock) {

  private Workload settings() {
    return spec.settings();
  }

  /**
   * Creates the factory of the drivers.
   *
   * @param client address at which this machine receives UDP pushes; port 0 for none
   */
  NettyDrivers.Maker of(Fleet fleet, InetSocketAddress client) {
    NettyDrivers.Maker http = http(fleet, client);
    return settings().protocol().grpc() ? grpc(fleet, client, http) : http;
  }

  private NettyDrivers.Maker http(Fleet fleet, InetSocketAddress client) {
    List<InetSocketAddress> servers = spec.servers();
    HttpSettings http = http(spec, connections, client);
    return (eventLoop, loop, listener) ->
        HttpWire.driver(eventLoop, fleet, http, servers, tokens, seed(loop), listener);
  }

  /** Each loop of each shard chooses servers differently, or the shards' choices would add up. */
  private long seed(int loop) {
    int before = (settings().population().shard().index() - 1) * settings().threads();
    return settings().seed() + before + loop;
  }

  /**
   * The settings of calls over HTTP.
   *
   * @param client address for UDP pushes; port 0 for none
   */
  static HttpSettings http(
      FleetSpec spec, ConnectionPlan.Bounds connections, InetSocketAddress client) {
    return new HttpSettings(
        spec.settings(),
        spec.login().map(Access::credentials).orElse(null),
        client,
        connections.perServer(),
        connections.spare(),
        spec.api(),
        spec.reach());
  }

  private NettyDrivers.Maker grpc(Fleet fleet, InetSocketAddress client, NettyDrivers.Maker http) {
    List<InetSocketAddress> servers = spec.servers().stream().map(spec.reach()::grpc).toList();
    boolean loopback = servers.stream().allMatch(FleetDrivers::isOnLoopback);
    GrpcSettings grpc =
        new GrpcSettings(
            settings(),
            client.getAddress().getHostAddress(),
            loopback ? connectionsPerSource() : 0,
            spec.reach());
    return (eventLoop, loop, listener) ->
        new GrpcDriver(
            grpc,
            new NettyLinks(eventLoop, fleet, grpc, servers),
            new ClientTokens(tokens, this::refused),
            http.create(eventLoop, loop, listener),
            seed(loop),
            listener);
  }

  /** Whether calls can come from several source addresses. */
  private static boolean isOnLoopback(InetSocketAddress server) {
    return server.getAddress().isLoopbackAddress() && server.getAddress() instanceof Inet4Address;
  }

  /** The most connections of one event loop from one source address. */
  private int connectionsPerSource() {
    int loops = settings().threads() * settings().population().shard().count();
    return Math.max(1, ResourceRequirement.PORTS_PER_SOURCE / loops);
  }

  private void refused(String token, int client) {
    tokens.refused(client, token, clock.nanos());
  }
}
