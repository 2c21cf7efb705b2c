package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.cluster.process.FaultNotes;
import java.time.InstantSource;

/** Records what is broken, so that it can be mended should this process die. */
public interface FaultJournal {

  /** For a cluster that dies with this process. */
  FaultJournal NONE =
      new FaultJournal() {
        @Override
        public void breaking(String node, String fault) {}

        @Override
        public void mended(String node) {}
      };

  /** In the local cluster's state folder, where {@code bin/nacos-cluster} finds it. */
  static FaultJournal in(FaultNotes notes, InstantSource clock) {
    return new FaultJournal() {
      @Override
      public void breaking(String node, String fault) {
        notes.add(new FaultNotes.Note(node, fault, clock.instant().toString()));
      }

      @Override
      public void mended(String node) {
        notes.remove(node);
      }
    };
  }

  /** Before a fault. */
  void breaking(String node, String fault);

  /** After its undoing. */
  void mended(String node);
}
