package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.embedded.registry.NamingNode;
import dev.nacoscapacity.cluster.embedded.registry.PeerCall;
import dev.nacoscapacity.cluster.embedded.registry.Service;
import dev.nacoscapacity.cluster.embedded.registry.Writes;

/**
 * What each kind of work costs a node, in nanoseconds of one core at reference speed: a cluster's
 * {@link Costs}, with its auth.
 */
final class NodeWork {

  private final long check;
  private final long beat;
  private final long register;
  private final long deregister;
  private final long forward;
  private final long list;
  private final long host;
  private final long listen;
  private final long login;
  private final long metrics;
  private final long sync;
  private final long verify;
  private final long snapshot;

  /** Null of a version that answers no gRPC. */
  private final Grpc grpc;

  private record Grpc(long check, long call, long connect) {}

  /**
   * @param auth whether calls are checked for a token
   * @param cache whether verified tokens are kept
   */
  NodeWork(Costs costs, boolean auth, boolean cache) {
    check = auth ? costs.of(cache ? Cost.CACHED_TOKEN_CHECK : Cost.TOKEN_CHECK) : 0;
    beat = costs.of(Cost.BEAT);
    register = costs.of(Cost.REGISTER);
    deregister = costs.of(Cost.DEREGISTER);
    forward = costs.of(Cost.FORWARD);
    list = costs.of(Cost.LIST);
    host = costs.of(Cost.HOST);
    listen = costs.of(Cost.LISTEN);
    login = costs.of(Cost.LOGIN);
    metrics = costs.of(Cost.METRICS);
    sync = costs.of(Cost.SYNC);
    verify = costs.of(Cost.VERIFY);
    snapshot = costs.of(Cost.SNAPSHOT);
    grpc =
        costs.version().grpc()
            ? new Grpc(
                auth ? costs.of(cache ? Cost.CACHED_TOKEN_CHECK : Cost.GRPC_TOKEN_CHECK) : 0,
                costs.of(Cost.GRPC_CALL),
                costs.of(Cost.GRPC_CONNECT))
            : null;
  }

  /**
   * Of a client's call at the node that takes it. {@code DistroFilter} sends a call on with all its
   * headers, so that the owner checks the token once more.
   */
  long of(ModelCall call, NamingNode node) {
    return switch (call.kind) {
      case REGISTER, DEREGISTER, BEAT ->
          check + (node.members().responsible(call.service.name()) ? of(call.write, 1) : forward);
      case LIST -> {
        Service listed = node.registry().find(call.service);
        yield check + list + (listed == null ? 0 : listed.hosts() * host);
      }
      case LISTEN -> check + listen;
      case LOGIN -> login;
      case SCRAPE -> metrics;
    };
  }

  /** Of a client's request over gRPC. A new connection begins with a server check. */
  long of(ModelRequest request, NamingNode node) {
    long work = grpc.call + (request.kind.secured ? grpc.check : 0);
    return switch (request.kind) {
      case SERVER_CHECK -> work + grpc.connect / 2;
      case LIST, SUBSCRIBE -> {
        Service listed = node.registry().find(request.service);
        yield work + (listed == null ? 0 : listed.hosts() * host);
      }
      case HEALTH_CHECK, REGISTER, DEREGISTER, LISTEN -> work;
    };
  }

  /**
   * Of another node's call at either of the two, or of a write at its owner.
   *
   * @param items that it carries
   */
  long of(PeerCall<?> call, int items) {
    return switch (call.kind()) {
      case WRITE -> {
        if (call instanceof Writes.Forwarded<?> forwarded) {
          yield check + of(forwarded.write(), 1);
        }
        yield call instanceof Writes.Beat
            ? beat
            : call instanceof Writes.Register ? register : deregister;
      }
      case REPORT -> metrics;
      case SYNC -> sync + items * host;
      case VERIFY -> items * verify;
      case SNAPSHOT -> items * snapshot;
    };
  }
}
