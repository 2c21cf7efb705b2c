package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.standin.registry.NamingNode;
import dev.nacoscapacity.cluster.standin.registry.PeerCall;
import dev.nacoscapacity.cluster.standin.registry.Service;
import dev.nacoscapacity.cluster.standin.registry.Writes;
import dev.nacoscapacity.core.record.Work;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The nodes' work of each kind: its cost, in nanoseconds of one core at reference speed, and its
 * amount so far. Asking for a cost also counts the work.
 */
final class NodeWork {

  private final long[] costs = new long[Cost.values().length];
  private final double[] amounts = new double[costs.length];

  private final boolean auth;
  private final boolean cache;

  /**
   * @param auth whether calls need a token
   * @param cache whether verified tokens are cached
   */
  NodeWork(Costs costs, boolean auth, boolean cache) {
    costs.figures().keySet().forEach(cost -> this.costs[cost.ordinal()] = costs.of(cost));
    this.auth = auth;
    this.cache = cache;
  }

  /** Counts an amount of work of a kind, and returns its cost. */
  long of(Cost cost, double amount) {
    amounts[cost.ordinal()] += amount;
    return (long) (amount * costs[cost.ordinal()]);
  }

  /** All work so far, by the keys of the cost file. */
  Map<String, Work> sums() {
    Map<String, Work> sums = new LinkedHashMap<>();
    for (Cost cost : Cost.values()) {
      double amount = amounts[cost.ordinal()];
      if (amount > 0) {
        sums.put(cost.key(), new Work(amount, amount * costs[cost.ordinal()] / 1e9));
      }
    }
    return sums;
  }

  private long of(Cost cost) {
    return of(cost, 1);
  }

  private long checked() {
    return checked(Cost.TOKEN_CHECK, Cost.TOKEN_VERIFICATION);
  }

  private long checked(Cost check, Cost verification) {
    if (!auth) {
      return 0;
    }
    return of(check) + (cache ? 0 : of(verification));
  }

  /**
   * A client's call at the receiving node. {@code DistroFilter} sends a call on with all its
   * headers, so that the owner checks the token once more.
   */
  long overHttp(ModelCall call, NamingNode node) {
    return switch (call.request) {
      case REGISTER, DEREGISTER, BEAT ->
          checked()
              + (node.members().responsible(call.service.name())
                  ? of(call.write, 1)
                  : of(Cost.FORWARD));
      case LIST, SWEEP -> checked() + of(Cost.LIST) + hosts(node.registry().find(call.service));
      // No cost of a configuration that exists was fitted: these are the nearest.
      case LISTEN, READ -> checked() + of(Cost.LISTEN);
      case PUBLISH, REMOVE -> checked() + of(Cost.REGISTER);
      case LOGIN -> of(Cost.LOGIN);
      case SCRAPE -> of(Cost.METRICS);
      default -> throw new IllegalArgumentException("no call over HTTP: " + call.request);
    };
  }

  /** A client's request over gRPC. A new connection begins with a server check. */
  long overGrpc(ModelCall request, NamingNode node) {
    long call = of(Cost.GRPC_CALL);
    if (GrpcConnector.secured(request.request)) {
      call += checked(Cost.GRPC_TOKEN_CHECK, Cost.GRPC_TOKEN_VERIFICATION);
    }
    return switch (request.request) {
      case CONNECT -> call + of(Cost.GRPC_CONNECT, 0.5);
      case LIST, SUBSCRIBE -> call + hosts(node.registry().find(request.service));
      default -> call;
    };
  }

  /** One push over gRPC. */
  long ofPush(Service pushed) {
    return of(Cost.PUSH) + hosts(pushed);
  }

  private long hosts(Service listed) {
    return listed == null ? 0 : of(Cost.HOST, listed.hosts());
  }

  /**
   * Another node's call at either of the two, or a write at its owner.
   *
   * @param items that it carries
   */
  long of(PeerCall<?> call, int items) {
    return switch (call.kind()) {
      case WRITE -> {
        if (call instanceof Writes.ForwardedWrite<?> forwarded) {
          yield checked() + of(forwarded.write(), 1);
        }
        yield of(
            call instanceof Writes.Beat
                ? Cost.BEAT
                : call instanceof Writes.Register ? Cost.REGISTER : Cost.DEREGISTER);
      }
      case REPORT -> of(Cost.METRICS);
      case SYNC -> of(Cost.SYNC) + of(Cost.HOST, items);
      case VERIFY -> of(Cost.VERIFY, items);
      case SNAPSHOT -> of(Cost.SNAPSHOT, items);
    };
  }
}
