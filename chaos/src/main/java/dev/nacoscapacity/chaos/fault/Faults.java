package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.chaos.experiment.ExperimentStep;
import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.cluster.Links;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.NodeState;
import dev.nacoscapacity.cluster.admin.Admins;
import dev.nacoscapacity.cluster.proxy.ClientLinks;
import dev.nacoscapacity.cluster.proxy.NetworkConditions;
import dev.nacoscapacity.core.time.Time;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * How nodes are broken and healed: creates the faults of a step.
 *
 * @param clients links between clients and nodes
 * @param links between the nodes, where they can be cut
 * @param hooks that break the nodes; empty when this process breaks them itself
 * @param admins clients for nodes that hooks break
 * @param journal of faults that outlive this process
 */
public record Faults(
    ClientLinks clients,
    Optional<Links> links,
    Optional<Hooks> hooks,
    Admins admins,
    FaultJournal journal) {

  /** How long the effect of a signal to a process may take. */
  private static final Duration EFFECT = Duration.ofSeconds(5);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(10);

  /** Extra time that the fault of a node may take, beyond the times of the experiment. */
  public Duration patience() {
    return hooks.map(Hooks::longest).orElse(Duration.ZERO);
  }

  /**
   * The fault of a step for one node.
   *
   * @param others nodes that are not broken by the step
   */
  public Fault of(ExperimentStep step, Node victim, List<Node> others) {
    FaultKind kind = step.fault();
    if (hooks.isPresent() && !kind.byProxy()) {
      return new HookFault(kind, victim, others, hooks.get(), admins);
    }
    BiConsumer<Fault.Moments, Time> injection =
        switch (kind) {
          case KILL -> (moments, time) -> kill(victim, moments, time);
          case PAUSE -> (moments, time) -> pause(victim, moments, time);
          case SLOW, BLACKHOLE, RESET ->
              (moments, time) -> clients.conditions(victim, step.conditions());
          case UPGRADE ->
              (moments, time) -> {
                kill(victim, moments, time);
                // A trial that is stopped here starts the node with its old version.
                if (!moments.stopping()) {
                  victim.install(step.versions().orElseThrow().to());
                }
              };
          case PARTITION -> (moments, time) -> links.orElseThrow().cut(victim, others);
        };
    Runnable healing =
        switch (kind) {
          case KILL, UPGRADE -> victim::start;
          case PAUSE -> victim::resume;
          case SLOW, BLACKHOLE, RESET -> () -> clients.conditions(victim, NetworkConditions.NORMAL);
          case PARTITION -> () -> links.orElseThrow().join(victim, others);
        };
    return new NodeFault(kind, victim.name(), injection, healing);
  }

  private static void kill(Node victim, Fault.Moments moments, Time time) {
    victim.kill();
    moments.exit();
    if (shows(() -> !victim.accepts(), time)) {
      moments.portClosed();
    }
  }

  /** The node's port still accepts connections, since the kernel does that. */
  private static void pause(Node victim, Fault.Moments moments, Time time) {
    victim.pause();
    if (shows(() -> victim.state() == NodeState.PAUSED, time)) {
      moments.exit();
    }
  }

  /**
   * Waits for an effect that follows a signal within moments, and returns whether it came. An
   * interrupt ends the wait, and the thread stays interrupted.
   */
  private static boolean shows(BooleanSupplier effect, Time time) {
    long begun = time.nanos();
    try {
      while (!effect.getAsBoolean()) {
        if (time.nanos() - begun >= EFFECT.toNanos()) {
          return false;
        }
        time.sleep(LOOK_AGAIN);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
