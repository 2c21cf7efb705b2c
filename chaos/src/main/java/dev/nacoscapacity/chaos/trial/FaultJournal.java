package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.cluster.process.FaultNotes;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.BinaryOperator;

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

  /**
   * Where {@code bin/chaos heal} finds what hooks have broken.
   *
   * @param heals by node and fault, the command that heals; null where a person does
   * @param folder in which it runs
   */
  static FaultJournal ofHooks(
      FaultNotes notes, InstantSource clock, BinaryOperator<String> heals, Path folder) {
    return new FaultJournal() {
      @Override
      public void breaking(String node, String fault) {
        String since = clock.instant().toString();
        notes.add(
            new FaultNotes.Note(node, fault, since, heals.apply(node, fault), folder.toString()));
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
