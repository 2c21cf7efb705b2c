package dev.nacoscapacity.simulator.client.model;

import dev.nacoscapacity.cluster.model.ModelCluster;
import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.standin.registry.Hosts.Threshold;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.CallListener;
import dev.nacoscapacity.simulator.client.HttpSettings;
import dev.nacoscapacity.simulator.client.Registrations;
import dev.nacoscapacity.simulator.client.http.NodeConnection;
import dev.nacoscapacity.simulator.client.http.NodeConnections;
import dev.nacoscapacity.simulator.client.http.NodePool;
import java.util.function.IntFunction;

/** Creates connections to the nodes of a modelled cluster, in virtual time. */
public final class ModelConnections implements NodeConnections {

  private static final long LONG_POLL_MARGIN = 500_000_000;

  final ModelCluster cluster;
  final Registrations registrations;
  final HttpSettings settings;
  final CallListener listener;
  private final IntFunction<String> tokens;

  /**
   * @param tokens returns a client's access token by its number, or null while it has none
   */
  public ModelConnections(
      ModelCluster cluster,
      Registrations registrations,
      HttpSettings settings,
      IntFunction<String> tokens,
      CallListener listener) {
    this.cluster = cluster;
    this.registrations = registrations;
    this.settings = settings;
    this.tokens = tokens;
    this.listener = listener;
  }

  @Override
  public NodeConnection open(NodePool pool, int server, Call first) {
    return new ModelConnection(this, pool, cluster.node(server), first);
  }

  @Override
  public long nanos() {
    return cluster.time().nanos();
  }

  /** Nanoseconds that a server holds a long poll: 0.5 s less than the client requests. */
  long hold() {
    return settings.longPoll().toNanos() - LONG_POLL_MARGIN;
  }

  /** Over v1 a service without any healthy host is listed as if all hosts were healthy. */
  Threshold threshold() {
    return settings.api() == HttpApi.V1 ? Threshold.ALL : Threshold.NONE;
  }

  /** Whether a node accepts the call's token, if it needs one. */
  boolean authorized(Call call) {
    return call.operation == Operation.LOGIN
        || call.operation == Operation.SCRAPE
        || cluster.accepts(tokens.apply(call.actor));
  }
}
