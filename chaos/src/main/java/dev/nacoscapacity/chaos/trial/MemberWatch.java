package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.chaos.checker.NodeEvents;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.admin.Member;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.time.Fork;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Polls every node each half second for its view of the others, and records changes: whether the
 * node answers, the state of each member, the raft leader. Each node has a thread of its own, since
 * a frozen node blocks its thread.
 */
final class MemberWatch implements AutoCloseable {

  private static final Duration PERIOD = Duration.ofMillis(500);

  /** How long an interrupted thread may take to end. */
  private static final Duration PATIENCE_AT_THE_END = Duration.ofSeconds(1);

  private final ClusterView members;
  private final TrialEvents timeline;
  private final List<Fork> forks;
  private final Map<String, Map<String, Object>> lastReports = new ConcurrentHashMap<>();
  private volatile boolean closed;

  MemberWatch(ClusterView members, TrialEvents timeline) {
    this.members = members;
    this.timeline = timeline;
    this.forks =
        members.nodes().stream()
            .map(node -> timeline.time().fork("member-watch", () -> watch(node)))
            .toList();
  }

  private void watch(Node node) {
    try {
      while (!closed) {
        look(node);
        timeline.time().sleep(PERIOD);
      }
    } catch (InterruptedException e) {
      // The watch is being closed.
    }
  }

  private void look(Node node) {
    Optional<List<Member>> view = members.seenBy(node);
    for (Member member : view.orElse(List.of())) {
      Map<String, Object> fields = new HashMap<>();
      fields.put(NodeEvents.NODE, members.memberNames().name(member.address()));
      fields.put(NodeEvents.SEEN_BY, node.name());
      fields.put(NodeEvents.STATE, member.state());
      note(node.name() + " sees " + member.address(), fields);
    }
    view.map(all -> members.memberNames().leader(node, all).orElse(""))
        .ifPresent(leader -> note(node, "names", NodeEvents.LEADER, leader));
    note(node, "answers", NodeEvents.ANSWERS, view.isPresent());
  }

  private void note(Node node, String about, String field, Object value) {
    note(node.name() + " " + about, Map.of(NodeEvents.NODE, node.name(), field, value));
  }

  /**
   * The process of a node has ended: reports of the next process count as changes, even if no poll
   * noticed the end of the old one.
   */
  void forget(String node) {
    lastReports.keySet().removeIf(about -> about.startsWith(node + " "));
  }

  private void note(String about, Map<String, Object> fields) {
    if (!fields.equals(lastReports.put(about, fields)) && !closed) {
      timeline.event(Event.NODE, fields);
    }
  }

  @Override
  public void close() throws InterruptedException {
    closed = true;
    forks.forEach(Fork::interrupt);
    for (Fork fork : forks) {
      timeline.time().await(fork.end(), PATIENCE_AT_THE_END);
    }
  }
}
