package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.admin.Admins;
import dev.nacoscapacity.cluster.admin.MemberNames;
import dev.nacoscapacity.cluster.admin.NodeAdmin;
import dev.nacoscapacity.cluster.hook.Hook;
import dev.nacoscapacity.cluster.hook.HookException;
import dev.nacoscapacity.cluster.process.FaultNotes;
import dev.nacoscapacity.core.time.Time;
import java.time.Duration;
import java.util.List;

/**
 * A fault that a hook injects. A command takes seconds to reach the node, so the fault counts from
 * the moment when its effect is seen from outside: the node accepts no connection, or twice in a
 * row does not answer. For a partition the effect is that other nodes no longer report the node as
 * UP; since they notice that late, the fault counts from the end of the hook.
 */
final class HookFault implements Fault {

  /**
   * How long the effect of a fault may take to show after its hook; members notice a lost member
   * late.
   */
  static final Duration EFFECT = Duration.ofSeconds(30);

  /** Timeout of each query to another member. */
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  /** A single missing answer may be due to a pause of the node. */
  private static final int SILENCES = 2;

  private final FaultKind kind;
  private final Node victim;
  private final Hooks hooks;

  /** Clients to ask the other nodes for their view; only used for a partition. */
  private final List<NodeAdmin> others;

  private int silences;
  private long silentSince;
  private boolean effectSeen;
  private boolean closed;

  /**
   * @param others nodes that are not broken
   * @param admins clients to ask them for their view
   */
  HookFault(FaultKind kind, Node victim, List<Node> others, Hooks hooks, Admins admins) {
    this.kind = kind;
    this.victim = victim;
    this.hooks = hooks;
    this.others =
        kind == FaultKind.PARTITION
            ? others.stream().map(other -> admins.of(other, TIMEOUT)).toList()
            : List.of();
  }

  @Override
  public FaultKind kind() {
    return kind;
  }

  @Override
  public FaultNotes.Note note(String since) {
    return hooks.note(kind, victim, since);
  }

  @Override
  public String node() {
    return victim.name();
  }

  @Override
  public void inject(Moments moments, Time time) {
    try {
      Hook hook = hooks.breaking(kind, victim);
      hook.await(hooks.limit(), time, () -> look(moments, time));
      if (kind == FaultKind.PARTITION) {
        moments.signal();
      }
      awaitEffect(hook, moments, time);
    } finally {
      // A partial fault must be healed, too.
      moments.signal();
    }
  }

  private void awaitEffect(Hook hook, Moments moments, Time time) {
    long hookEnd = time.nanos();
    while (!effectSeen) {
      if (time.nanos() - hookEnd >= EFFECT.toNanos()) {
        throw new HookException(
            "%s succeeded, and %s %s %d s later as before: it breaks something else, or nothing, or the node was back at once"
                .formatted(
                    hook.what(),
                    victim.name(),
                    kind == FaultKind.PARTITION ? "is UP for the others" : "answers",
                    EFFECT.toSeconds()));
      }
      look(moments, time);
      try {
        time.sleep(Hook.LOOK);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  @Override
  public void heal(Time time) {
    hooks.healing(kind, victim).await(hooks.limit(), time, () -> {});
  }

  /** Records each effect when it is first seen. */
  private void look(Moments moments, Time time) {
    if (kind == FaultKind.PARTITION) {
      if (!effectSeen && others.stream().anyMatch(this::isAwayFor)) {
        effectSeen = true;
        moments.signal();
      }
      return;
    }
    if (!closed && !victim.accepts()) {
      closed = true;
      exit(moments, Duration.ZERO);
      moments.portClosed();
    } else if (!effectSeen) {
      long askedAt = time.nanos();
      if (victim.state() == NodeState.UP) {
        silences = 0;
      } else if (silences++ == 0) {
        silentSince = askedAt;
      }
      if (silences == SILENCES) {
        exit(moments, Duration.ofNanos(time.nanos() - silentSince));
      }
    }
  }

  private void exit(Moments moments, Duration ago) {
    if (!effectSeen) {
      effectSeen = true;
      moments.signal(ago);
      moments.exit();
    }
  }

  private boolean isAwayFor(NodeAdmin other) {
    MemberNames names = new MemberNames(List.of(victim));
    try {
      return other.members().stream()
          .filter(member -> names.name(member.address()).equals(victim.name()))
          .anyMatch(member -> !member.up());
    } catch (AdminException e) {
      return false;
    }
  }
}
