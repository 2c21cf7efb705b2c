package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.cluster.process.FaultNotes;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.BinaryOperator;

/** Records active faults, so that they can be healed if this process dies. */
public interface FaultJournal {

  /** No journal, for a cluster that ends with this process. */
  FaultJournal NONE =
      new FaultJournal() {
        @Override
        public void faultInjecting(String node, String fault) {}

        @Override
        public void faultHealed(String node) {}
      };

  /**
   * A journal in the state folder of the local cluster, where {@code bin/nacos-cluster} finds it.
   */
  static FaultJournal in(FaultNotes notes, InstantSource clock) {
    return new FaultJournal() {
      @Override
      public void faultInjecting(String node, String fault) {
        notes.add(new FaultNotes.Note(node, fault, clock.instant().toString()));
      }

      @Override
      public void faultHealed(String node) {
        notes.remove(node);
      }
    };
  }

  /**
   * A journal of the faults of hooks, where {@code bin/chaos heal} finds them.
   *
   * @param heals gives the heal command for a node and a fault; null when a person heals
   * @param folder in which that command runs
   */
  static FaultJournal ofHooks(
      FaultNotes notes, InstantSource clock, BinaryOperator<String> heals, Path folder) {
    return new FaultJournal() {
      @Override
      public void faultInjecting(String node, String fault) {
        String since = clock.instant().toString();
        notes.add(
            new FaultNotes.Note(node, fault, since, heals.apply(node, fault), folder.toString()));
      }

      @Override
      public void faultHealed(String node) {
        notes.remove(node);
      }
    };
  }

  /** Called before a fault is injected. */
  void faultInjecting(String node, String fault);

  /** Called after a fault was healed. */
  void faultHealed(String node);
}
