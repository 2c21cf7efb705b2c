package dev.nacoscapacity.cluster.standin.registry;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Sends data that were written on this node to the other nodes, complete and after a delay, with
 * retries until each node has received them. After Nacos 1.4's {@code DistroProtocol.sync}.
 */
final class DistroSync {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration RETRY_DELAY = Duration.ofSeconds(5);

  private final Peers peers;
  private final Duration delay;
  private final Set<Datum> written = new HashSet<>();
  private final Map<Integer, Set<Datum>> retries = new HashMap<>();

  DistroSync(Peers peers, Duration delay) {
    this.peers = peers;
    this.delay = delay;
  }

  /** Schedules the datum; its state after the delay is sent. */
  void written(Datum datum) {
    later(delay, written, datum, () -> peers.forEach(member -> send(datum, member)));
  }

  private void send(Datum datum, int member) {
    Set<Datum> waiting = retries.computeIfAbsent(member, m -> new HashSet<>());
    peers.send(
        member,
        TIMEOUT,
        new Sync(datum.copy()),
        answer -> {},
        failure -> later(RETRY_DELAY, waiting, datum, () -> send(datum, member)));
  }

  /** Runs the task after the delay, unless one waits for the datum already. */
  private void later(Duration time, Set<Datum> waiting, Datum datum, Runnable task) {
    if (waiting.add(datum)) {
      peers
          .loop()
          .after(
              time,
              () -> {
                waiting.remove(datum);
                task.run();
              });
    }
  }

  /** A call with the datum as its origin has it. */
  record Sync(Datum.Copy copy) implements PeerCall<Boolean> {

    @Override
    public Kind kind() {
      return Kind.SYNC;
    }

    @Override
    public int items() {
      return copy.instances().size();
    }

    @Override
    public Boolean at(NamingNode receiver) {
      receiver.registry().replace(copy);
      return true;
    }
  }
}
