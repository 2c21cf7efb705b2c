package dev.nacoscapacity.simulator.session;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.reach.Endpoint;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Lets a registry come to rest between two runs, so that the second does not pay for the first:
 * every node answers quickly, and holds no more instances than before the first.
 */
public final class QuiesceWait {

  /** How long a registry may take to come to rest. */
  public static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final Duration QUICK = Duration.ofSeconds(2);

  /** Where nobody asks again. */
  private static final Duration PATIENT = Duration.ofSeconds(30);

  private static final Duration POLL = Duration.ofSeconds(1);

  private final Map<InetSocketAddress, Integer> before = new LinkedHashMap<>();

  private String hidden;

  // One for each node, which keeps its connection from one question to the next.
  private final Map<InetSocketAddress, AdminClient> quick = new HashMap<>();
  private final Map<InetSocketAddress, AdminClient> patient = new HashMap<>();

  /**
   * Counts what the registry holds now; there is nothing to wait for where the next run has
   * another, or where nodes do not say.
   *
   * @throws AdminException when a node does not answer
   */
  public QuiesceWait(OpenTarget registry) {
    if (registry.isNewForEachRun()) {
      return;
    }
    for (InetSocketAddress node : registry.addresses()) {
      quick.put(
          node, AdminClient.of(node, registry.reach(), QUICK).withIdentity(registry.identity()));
      patient.put(
          node, AdminClient.of(node, registry.reach(), PATIENT).withIdentity(registry.identity()));
      try {
        before.put(node, patient.get(node).metrics().instances());
      } catch (AdminException e) {
        if (e.kind() != AdminException.Kind.ABSENT) {
          throw e;
        }
        hidden = e.getMessage();
      }
    }
  }

  /** Why it cannot be seen whether a node comes to rest, which is not waited for then. */
  public Optional<String> hidden() {
    return Optional.ofNullable(hidden);
  }

  /**
   * Waits, until a stop at most.
   *
   * @return what still keeps it from rest when patience ends, in a sentence; empty when all is well
   */
  public Optional<String> await(StopSignal stop) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Optional<String> fault = fault();
    while (fault.isPresent() && stop.request().isEmpty() && System.nanoTime() - deadline < 0) {
      stop.awaitFor(POLL.toNanos());
      fault = fault();
    }
    return fault;
  }

  /**
   * How many instances more than before any node holds; empty when one does not answer. A 2.x node
   * may go on holding a few for longer than anybody waits.
   */
  public OptionalInt leftover() {
    try {
      return before.entrySet().stream()
          .mapToInt(node -> patient.get(node.getKey()).metrics().instances() - node.getValue())
          .max();
    } catch (AdminException e) {
      return OptionalInt.empty();
    }
  }

  private Optional<String> fault() {
    for (Map.Entry<InetSocketAddress, Integer> node : before.entrySet()) {
      try {
        int now = quick.get(node.getKey()).metrics().instances();
        if (now > node.getValue()) {
          return Optional.of(
              "%s holds %,d instances, and held %,d before"
                  .formatted(Endpoint.name(node.getKey()), now, node.getValue()));
        }
      } catch (AdminException e) {
        return Optional.of(e.getMessage());
      }
    }
    return Optional.empty();
  }
}
