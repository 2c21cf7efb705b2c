package dev.nacoscapacity.chaos.trial;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.chaos.experiment.ExperimentSpec;
import dev.nacoscapacity.chaos.experiment.ExperimentStep;
import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.experiment.VersionChange;
import dev.nacoscapacity.chaos.fault.Faults;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.text.Message;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Breaks nodes as the steps of an experiment ask, and heals them when their time has come. */
final class FaultSequence {

  /** How often a healed node that exits during its start is started again. */
  private static final int MAX_STARTS = 3;

  private final ExperimentSpec spec;
  private final Faults faults;
  private final Random random;
  private final ClusterView members;
  private final TrialEvents timeline;
  private final ActiveFaults active;

  /** Whether clients have followed the nodes of an upgrade. */
  private boolean followed;

  /**
   * @param random chooses among nodes
   */
  FaultSequence(
      ExperimentSpec spec,
      Faults faults,
      Random random,
      ClusterView members,
      TrialEvents timeline,
      ActiveFaults active) {
    this.spec = spec;
    this.faults = faults;
    this.random = random;
    this.members = members;
    this.timeline = timeline;
    this.active = active;
  }

  /**
   * Breaks nodes step by step, and heals faults whose duration ends meanwhile.
   *
   * @return why the steps stopped, when the registry was to bring back a node or a leader
   * @throws IllegalArgumentException when the steps before leave a step no nodes to break
   */
  Optional<Message> carryOut() throws InterruptedException {
    if (spec.upgrade().isPresent() && members.allSeeUp()) {
      // An upgrade that came through after its time is one all the same.
      members.nodes().forEach(Node::settle);
    }
    for (ExperimentStep step : spec.method()) {
      timeline.time().sleep(step.after());
      Optional<Message> stuck = perform(step);
      if (stuck.isPresent()) {
        return stuck;
      }
    }
    return Optional.empty();
  }

  private Optional<Message> perform(ExperimentStep step) throws InterruptedException {
    AtomicReference<Optional<String>> lastLeader = new AtomicReference<>(Optional.empty());
    Optional<Message> owed =
        await(
            spec.observe(),
            () -> {
              lastLeader.set(members.leader());
              return owed(step, lastLeader.get());
            });
    if (owed.isPresent()) {
      return owed;
    }
    Optional<String> leader = lastLeader.get();
    List<List<String>> groups = NodeSelector.choose(step, inService(step), leader, random);
    clientsFollow(step);
    for (int i = 0; i < groups.size(); i++) {
      List<String> group = groups.get(i);
      // A step that breaks the leader makes another node the leader.
      Optional<String> leads = i == 0 ? leader : members.leader();
      active.inject(group.stream().map(name -> intent(step, name, group, leads)).toList());
      if (spec.healAfter().isPresent()) {
        timeline.time().sleep(spec.healAfter().get());
        heal(group);
        // The return of the last node is part of the observation, except in an upgrade, which ends
        // with its return.
        boolean awaited = i + 1 < groups.size() || step.fault() == FaultKind.UPGRADE;
        if (awaited) {
          Optional<Message> away =
              await(
                  spec.observe(),
                  () -> members.allSeeUp() ? Optional.empty() : Optional.of(notBack(group)));
          if (away.isPresent()) {
            return away;
          }
          // An upgraded node no longer needs a copy of its old version.
          members.nodes().forEach(Node::settle);
        }
        clientsFollow(step);
      }
    }
    return Optional.empty();
  }

  private Message notBack(List<String> nodes) {
    return Message.of(
        Experiment.NOT_BACK, with("nodes", nodes).and("limit", spec.observe().toSeconds()));
  }

  /**
   * What the registry owes before a step can begin: the return of healed nodes, or a new leader
   * where a majority is left to elect it. Empty when it owes nothing, though the steps before may
   * leave this one no nodes.
   */
  private Optional<Message> owed(ExperimentStep step, Optional<String> leader) {
    List<String> inService = inService(step);
    if (NodeSelector.shortage(step, inService, leader).isEmpty()) {
      return Optional.empty();
    }
    List<Node> unbroken =
        members.nodes().stream().filter(node -> !active.isBroken(node.name())).toList();
    List<String> away =
        unbroken.stream()
            .filter(step::concerns)
            .map(Node::name)
            .filter(name -> !inService.contains(name))
            .toList();
    if (!away.isEmpty()) {
      return Optional.of(notBack(away));
    }
    boolean elects = !active.recorded().isEmpty() && 2 * unbroken.size() > members.nodes().size();
    boolean led =
        members.nodes().stream()
            .anyMatch(
                node -> leader.equals(Optional.of(node.name())) && node.state() == NodeState.UP);
    return step.which().byLeader() && elects && !led
        ? Optional.of(Message.of(Experiment.NO_LEADER, with("limit", spec.observe().toSeconds())))
        : Optional.empty();
  }

  /** The nodes that a step may choose: one that was healed may still be starting. */
  private List<String> inService(ExperimentStep step) {
    return members.nodes().stream()
        .filter(step::concerns)
        .filter(node -> !active.isBroken(node.name()))
        .filter(node -> !active.wasBroken(node.name()) || node.state() == NodeState.UP)
        .map(Node::name)
        .toList();
  }

  /** Lets clients follow, once, as soon as half of the nodes have the version of an upgrade. */
  private void clientsFollow(ExperimentStep step) {
    Optional<VersionChange> followers = step.versions().filter(VersionChange::clientsFollow);
    if (followed || followers.isEmpty()) {
      return;
    }
    VersionChange versions = followers.get();
    long replaced =
        members.nodes().stream().filter(node -> node.version() == versions.to()).count();
    if (2 * replaced >= members.nodes().size()) {
      followed = true;
      timeline.say(Message.of("action.migrate"));
      timeline.migrate(versions.grpcShare());
    }
  }

  private ActiveFaults.Intent intent(
      ExperimentStep step, String name, List<String> group, Optional<String> leader) {
    List<Node> others =
        members.nodes().stream().filter(node -> !group.contains(node.name())).toList();
    Node node = members.node(name);
    ActiveFaults.Intent intent =
        new ActiveFaults.Intent(
            faults.of(step, node, others),
            leader.map(name::equals),
            members.owned(node),
            timeline.served(name));
    timeline.say(
        Message.of(
            intent.leader().orElse(false) ? "action.faultOfLeader" : "action.fault",
            with("fault", step.fault().word())
                .and("node", name)
                .and("owned", intent.owned())
                .and("served", intent.served())));
    return intent;
  }

  /**
   * Waits, second by second, until nothing is wrong. A healed node that exits during its start is
   * started again a few times, as a supervisor would: on a busy machine the start of a real server
   * sometimes fails for lack of CPU or of a raft leader.
   *
   * @return what is still wrong after the limit
   */
  Optional<Message> await(Duration limit, Supplier<Optional<Message>> problem)
      throws InterruptedException {
    double deadline = timeline.in(limit);
    Map<String, Integer> starts = new HashMap<>();
    Set<String> seenUp = new HashSet<>();
    Optional<Message> message = problem.get();
    while (message.isPresent() && timeline.now() < deadline) {
      timeline.awaitNextSecond();
      active.recorded().stream()
          .filter(fault -> fault.healAt() != null)
          .map(Experiment.Fault::node)
          .filter(name -> !active.isBroken(name) && !seenUp.contains(name))
          .forEach(name -> restart(members.node(name), starts, seenUp));
      message = problem.get();
    }
    return message;
  }

  private void restart(Node node, Map<String, Integer> starts, Set<String> seenUp) {
    NodeState state = node.state();
    if (state == NodeState.UP) {
      seenUp.add(node.name());
    } else if (state == NodeState.DOWN) {
      int start = starts.merge(node.name(), 1, Integer::sum);
      if (start <= MAX_STARTS) {
        timeline.event(Event.NODE, Map.of("node", node.name(), "step", "startedAgain"));
        node.start();
      } else if (start == MAX_STARTS + 1) {
        // A server that has given up is DOWN, and may still run and use up a core and the disk.
        node.kill();
      }
    }
  }

  /**
   * Heals all nodes that are broken.
   *
   * @throws ClusterException when a node cannot be healed; the other nodes are healed nevertheless
   */
  void healAll() {
    heal(active.broken());
  }

  /**
   * Heals these nodes.
   *
   * @throws ClusterException when a node cannot be healed; the other nodes are healed nevertheless
   */
  private void heal(List<String> nodes) {
    if (!nodes.isEmpty()) {
      timeline.say(Message.of("action.heal", with("nodes", String.join(", ", nodes))));
      active.heal(nodes);
    }
  }
}
