package dev.nacoscapacity.chaos.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.fault.Fault;
import dev.nacoscapacity.chaos.fault.FaultJournal;
import dev.nacoscapacity.cluster.ClusterException;
import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.time.Time;
import dev.nacoscapacity.core.time.VirtualTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ActiveFaultsTest {

  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private final FakeEvents events = new FakeEvents(time);
  private final List<String> notes = new CopyOnWriteArrayList<>();
  private final List<String> healed = new CopyOnWriteArrayList<>();

  private final ActiveFaults faults =
      new ActiveFaults(
          new TrialEvents(events, action -> {}),
          new FaultJournal(note -> notes.add(note.node()), notes::remove),
          node -> {});

  private static Fault fault(
      String node, FaultKind kind, Consumer<Fault.Moments> injection, Runnable healing) {
    return new Fault() {
      @Override
      public FaultKind kind() {
        return kind;
      }

      @Override
      public String node() {
        return node;
      }

      @Override
      public void inject(Moments moments, Time in) {
        injection.accept(moments);
      }

      @Override
      public void heal(Time in) {
        healing.run();
      }
    };
  }

  private static ActiveFaults.Intent intent(Fault fault) {
    return new ActiveFaults.Intent(fault, Optional.empty(), Optional.empty(), 0);
  }

  /**
   * @param refusals how often it cannot be undone
   */
  private ActiveFaults.Intent intent(String node, FaultKind kind, int refusals) {
    AtomicInteger remaining = new AtomicInteger(refusals);
    return intent(
        fault(
            node,
            kind,
            Fault.Moments::signal,
            () -> {
              if (remaining.getAndDecrement() > 0) {
                throw new ClusterException("cannot start " + node);
              }
              healed.add(node);
            }));
  }

  @Test
  void shouldHealTheOthersAndKeepTheNoteWhenANodeDoesNotStart() throws Exception {
    faults.inject(
        List.of(
            intent("node1", FaultKind.KILL, 1),
            intent("node2", FaultKind.KILL, 0),
            intent("node3", FaultKind.PAUSE, 0)));
    assertThat(faults.broken()).containsExactlyInAnyOrder("node1", "node2", "node3");

    assertThatThrownBy(() -> faults.heal(faults.broken()))
        .isInstanceOf(ClusterException.class)
        .hasMessage("cannot start node1");

    assertThat(healed).containsExactlyInAnyOrder("node2", "node3");
    assertThat(notes).containsExactly("node1");
    assertThat(faults.broken()).containsExactly("node1");
  }

  @Test
  void shouldTellAFaultWhenTheTrialIsBeingStopped() throws Exception {
    List<Boolean> stopping = new ArrayList<>();
    Fault upgrade =
        fault(
            "node1",
            FaultKind.UPGRADE,
            moments -> {
              stopping.add(moments.stopping());
              faults.stop();
              stopping.add(moments.stopping());
            },
            () -> {});

    faults.inject(List.of(intent(upgrade)));

    assertThat(stopping).containsExactly(false, true);
  }

  @Test
  void shouldHealTheOthersWhenTheMachineRunsOutOfMemory() throws Exception {
    Fault noProcess =
        fault(
            "node1",
            FaultKind.PAUSE,
            Fault.Moments::signal,
            () -> {
              throw new OutOfMemoryError("Cannot allocate memory");
            });
    faults.inject(List.of(intent(noProcess), intent("node2", FaultKind.PAUSE, 0)));

    assertThatThrownBy(() -> faults.heal(faults.broken()))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("cannot heal node1")
        .hasMessageContaining("Cannot allocate memory");

    assertThat(healed).containsExactly("node2");
    assertThat(faults.broken()).containsExactly("node1");
  }

  @Test
  void shouldHealANodeAtTheSecondAttempt() throws Exception {
    faults.inject(List.of(intent("node1", FaultKind.KILL, 1)));
    assertThatThrownBy(() -> faults.heal(faults.broken())).isInstanceOf(ClusterException.class);
    assertThat(faults.recorded()).extracting(Experiment.Fault::healAt).containsOnlyNulls();

    faults.heal(faults.broken());

    assertThat(healed).containsExactly("node1");
    assertThat(notes).isEmpty();
    assertThat(faults.broken()).isEmpty();
    assertThat(faults.recorded()).extracting(Experiment.Fault::healAt).containsExactly(0.0);
  }

  @Test
  void shouldNotNoteFaultsThatEndWithThisProcess() throws Exception {
    faults.inject(List.of(intent("node1", FaultKind.SLOW, 0)));

    assertThat(faults.broken()).containsExactly("node1");
    assertThat(notes).isEmpty();
  }

  @Test
  void shouldInjectTheOtherFaultsBeforeItReportsAFailure() {
    Fault survivor =
        fault(
            "node1",
            FaultKind.KILL,
            moments -> {
              throw new ClusterException("node1 survives SIGKILL");
            },
            () -> {});

    assertThatThrownBy(
            () -> faults.inject(List.of(intent(survivor), intent("node2", FaultKind.KILL, 0))))
        .hasMessage("node1 survives SIGKILL");
    assertThat(faults.broken()).containsExactly("node2");
  }
}
