package dev.nacoscapacity.cluster.embedded.registry;

import java.time.Duration;

/**
 * Every 2 s a node reports to the next of the others, and so learns which nodes are up. After
 * Nacos's {@code MemberInfoReportTask}.
 */
final class MemberReport {

  private static final Duration PERIOD = Duration.ofSeconds(2);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Peers peers;
  private int cursor;

  MemberReport(Peers peers) {
    this.peers = peers;
    this.cursor = peers.members().self();
  }

  void start() {
    if (peers.any()) {
      peers.loop().after(PERIOD, this::report);
    }
  }

  /** A node reports that it is up. */
  record Alive(int member) implements PeerCall<Boolean> {

    @Override
    public Kind kind() {
      return Kind.REPORT;
    }

    @Override
    public Boolean at(NamingNode receiver) {
      receiver.members().answered(member);
      return true;
    }
  }

  private void report() {
    peers.loop().after(PERIOD, this::report);
    Members members = peers.members();
    do {
      cursor = (cursor + 1) % members.count();
    } while (cursor == members.self());
    int to = cursor;
    peers.send(
        to,
        TIMEOUT,
        new Alive(members.self()),
        done -> members.answered(to),
        failure -> members.failed(to, failure));
  }
}
