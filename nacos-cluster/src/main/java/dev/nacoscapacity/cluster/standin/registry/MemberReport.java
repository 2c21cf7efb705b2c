package dev.nacoscapacity.cluster.standin.registry;

import dev.nacoscapacity.cluster.DownRule;
import java.time.Duration;

/**
 * Every 2 s a node reports to the next of the others, and so learns which nodes are up; some
 * versions also report every 5 s to each member that is not. After Nacos's {@code
 * MemberInfoReportTask} and {@code UnhealthyMemberInfoReportTask}.
 */
final class MemberReport {

  private static final Duration PERIOD = Duration.ofSeconds(2);
  private static final Duration RETRY_PERIOD = Duration.ofSeconds(5);
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
      if (peers.members().downRule() == DownRule.COUNTED_AND_RETRIED) {
        peers.loop().after(RETRY_PERIOD, this::retry);
      }
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
    report(cursor);
  }

  private void retry() {
    peers.loop().after(RETRY_PERIOD, this::retry);
    Members members = peers.members();
    for (int member = 0; member < members.count(); member++) {
      if (member != members.self() && members.state(member) != Members.State.UP) {
        report(member);
      }
    }
  }

  private void report(int to) {
    Members members = peers.members();
    peers.send(
        to,
        TIMEOUT,
        new Alive(members.self()),
        answer -> members.answered(to),
        failure -> members.failed(to, failure));
  }
}
