package dev.nacoscapacity.simulator.preflight.guard;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.CallThrottle;
import dev.nacoscapacity.cluster.admin.ServiceCount;
import dev.nacoscapacity.cluster.admin.ServiceListing;
import dev.nacoscapacity.cluster.admin.ServiceListing.Scope;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.cluster.token.ServerIdentity;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Reads the catalogue of real nodes, with one call for up to 500 services. Where a node has none,
 * or does not show it to this user, each service takes a call: then the calls to it are spread.
 */
public final class AdminReader implements RegistryReader {

  /** Minimum time from one call to a node to the next. */
  private static final Duration GAP = Duration.ofMillis(20);

  private final Reach reach;
  private final Optional<ServerIdentity> identity;
  private final Optional<? extends Supplier<String>> token;
  private final Map<InetSocketAddress, AdminClient> clients = new ConcurrentHashMap<>();

  /** What the first list of each node and namespace had, with which all later ones are compared. */
  private final Map<List<Object>, Scope> firstScopes = new ConcurrentHashMap<>();

  /**
   * @param reach how the nodes are reached
   * @param identity server identity for administration calls; empty when unknown
   * @param token supplies a valid token for each read; empty without auth
   */
  public AdminReader(
      Reach reach, Optional<ServerIdentity> identity, Optional<? extends Supplier<String>> token) {
    this.reach = reach;
    this.identity = identity;
    this.token = token;
  }

  @Override
  public Map<String, Integer> healthy(InetSocketAddress node, String namespace) throws ReadFailure {
    AdminClient client = clients.computeIfAbsent(node, this::client);
    Map<String, Integer> healthy = new HashMap<>();
    try {
      ServiceListing listing = client.listing(namespace);
      Scope first = firstScopes.putIfAbsent(List.of(node, namespace), listing.scope());
      if (first == Scope.ALL && listing.scope() != Scope.ALL) {
        throw new ReadFailure(
            client + " lists only DEFAULT_GROUP now, and listed all groups before",
            Harm.Kind.GATEWAY);
      }
      for (ServiceCount service : listing.services()) {
        healthy.put(service.service(), service.healthy());
      }
    } catch (AdminException e) {
      throw new ReadFailure(
          e.getMessage(),
          switch (e.kind()) {
            case TIMED_OUT -> Harm.Kind.SILENCE;
            case GATEWAY, BLOCKED, REFUSED -> Harm.Kind.GATEWAY;
            default -> Harm.Kind.BROKEN;
          });
    }
    return healthy;
  }

  private AdminClient client(InetSocketAddress node) {
    AdminClient client =
        AdminClient.of(node, reach, Guard.TIMEOUT)
            .withIdentity(identity)
            .withThrottle(new EvenThrottle());
    return token.map(client::withToken).orElse(client);
  }

  /** Gives each call to a node a time of its own. */
  private static final class EvenThrottle implements CallThrottle {

    private final AtomicLong next = new AtomicLong(System.nanoTime());

    @Override
    public void begin() {
      long now = System.nanoTime();
      long turn = next.getAndUpdate(free -> (free - now > 0 ? free : now) + GAP.toNanos());
      for (long remaining = turn - now; remaining > 0; remaining = turn - System.nanoTime()) {
        if (Thread.currentThread().isInterrupted()) {
          return;
        }
        LockSupport.parkNanos(remaining);
      }
    }
  }
}
