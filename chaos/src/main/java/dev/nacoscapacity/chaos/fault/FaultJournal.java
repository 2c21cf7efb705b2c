package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.cluster.process.FaultNotes;

/** Records active faults, so that they can be healed if this process dies. */
public interface FaultJournal {

  /** No journal, for a cluster that ends with this process. */
  FaultJournal NONE =
      new FaultJournal() {
        @Override
        public void add(FaultNotes.Note note) {}

        @Override
        public void remove(String node) {}
      };

  /** A journal in a state folder, where {@code heal} finds it. */
  static FaultJournal in(FaultNotes notes) {
    return new FaultJournal() {
      @Override
      public void add(FaultNotes.Note note) {
        notes.add(note);
      }

      @Override
      public void remove(String node) {
        notes.remove(node);
      }
    };
  }

  /** Called before a fault is injected. */
  void add(FaultNotes.Note note);

  /** Called after a fault was healed. */
  void remove(String node);
}
