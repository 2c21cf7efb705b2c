package dev.nacoscapacity.simulator.session;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.reach.Endpoint;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.run.StopSignal;
import dev.nacoscapacity.simulator.target.OpenTarget;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Waits until a registry is quiet between two runs, so that the first run does not affect the
 * second: every node answers quickly, and has no more instances than before the first run, or,
 * where nobody else registers any, than the fewest it has had since.
 */
public final class QuiesceWait {

  /** Waits for nothing. */
  static final QuiesceWait NONE = new QuiesceWait();

  /** Time limit for a registry to become quiet. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final Duration QUICK = Duration.ofSeconds(2);

  /** Timeout of calls that are not retried. */
  private static final Duration PATIENT = Duration.ofSeconds(30);

  private static final Duration POLL = Duration.ofSeconds(1);

  private final List<Watched> nodes = new ArrayList<>();

  /** Whether nobody else registers instances, so that a count below the first is the better one. */
  private final boolean alone;

  private Optional<String> hidden = Optional.empty();

  /** A node, and how many instances it had. One client for each timeout reuses its connection. */
  private static final class Watched {
    private final InetSocketAddress address;
    private final AdminClient quick;
    private final AdminClient patient;
    private int before;

    Watched(OpenTarget registry, InetSocketAddress address, Optional<AdminToken> token) {
      this.address = address;
      this.quick = client(registry, address, QUICK, token);
      this.patient = client(registry, address, PATIENT, token);
      this.before = patient.metrics().instances();
    }
  }

  private QuiesceWait() {
    alone = true;
  }

  /**
   * Counts the current instances of the registry. There is nothing to wait for if the next run has
   * another registry, or if nodes do not report counts to this user.
   *
   * @param alone whether the registry serves nobody else. Instances that an earlier run left may
   *     still expire then, and are waited for once they have
   * @param token of the user who reads the counts; empty for none
   * @throws AdminException when a node does not answer
   */
  QuiesceWait(OpenTarget registry, boolean alone, Optional<AdminToken> token) {
    this.alone = alone;
    if (registry.isNewForEachRun()) {
      return;
    }
    for (InetSocketAddress node : registry.addresses()) {
      try {
        nodes.add(new Watched(registry, node, token));
      } catch (AdminException e) {
        if (!e.kind().hidesApi()) {
          throw e;
        }
        hidden = Optional.of(e.getMessage());
      }
    }
  }

  private static AdminClient client(
      OpenTarget registry, InetSocketAddress node, Duration timeout, Optional<AdminToken> token) {
    AdminClient client =
        AdminClient.of(node, registry.reach(), timeout).withIdentity(registry.identity());
    return token.map(client::withToken).orElse(client);
  }

  /** Why a node does not report its count, so that it is not waited for; empty if all do. */
  public Optional<String> hidden() {
    return hidden;
  }

  /**
   * Waits until the registry is quiet, the time limit, or a stop.
   *
   * @return why the registry is still not quiet; empty when it is
   */
  public Optional<Message> await(StopSignal stop) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Optional<Message> reason = reasonNotQuiet();
    while (reason.isPresent() && stop.request().isEmpty() && System.nanoTime() - deadline < 0) {
      stop.awaitFor(POLL.toNanos());
      reason = reasonNotQuiet();
    }
    return reason;
  }

  /**
   * The largest number of extra instances on a node, negative if all have fewer; empty when a node
   * does not answer or none is watched. A 2.x node may keep a few beyond the time limit.
   */
  public OptionalInt leftover() {
    try {
      return nodes.stream()
          .mapToInt(node -> node.patient.metrics().instances() - node.before)
          .max();
    } catch (AdminException e) {
      return OptionalInt.empty();
    }
  }

  private Optional<Message> reasonNotQuiet() {
    for (Watched node : nodes) {
      try {
        int now = node.quick.metrics().instances();
        if (alone && now < node.before) {
          node.before = now;
        }
        if (now > node.before) {
          return Optional.of(
              Message.of(
                  "capacity.leftover",
                  with("node", Endpoint.name(node.address))
                      .and("now", now)
                      .and("before", node.before)));
        }
      } catch (AdminException e) {
        return Optional.of(Message.asIs(e.getMessage()));
      }
    }
    return Optional.empty();
  }
}
